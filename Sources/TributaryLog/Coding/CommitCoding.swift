// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore

/// Writes the entries of a commit as JSON, and reads those that earlier versions of the program wrote.
package struct CommitCoding<Action: Journaled>: Sendable {
    private let coding = Action.coding.coding
    private let versions: [String: Int]

    package init() {
        let versions = coding.versions
        self.versions = versions
    }

    package func encode(_ entries: [JournalEntry<Action>]) throws -> [UInt8] {
        let written = Written(
            versions: versions.isEmpty ? nil : versions,
            entries: entries.map { Written.Entry($0) }
        )
        return [UInt8](try JSONEncoder().encode(written))
    }

    /// - Throws: `JournalError.undecodable`, with the number of the entry.
    package func decode(_ commit: LogCommit) throws -> [JournalEntry<Action>] {
        do {
            let decoder = JSONDecoder()
            let data = Data(commit.contents)
            // The common case first: what this version wrote is decoded in one go.
            if let written = try? decoder.decode(Written<Action>.self, from: data),
                written.versions ?? [:] == versions
            {
                return try entries(of: written.entries, in: commit) { $0 }
            }
            let written = try decoder.decode(Written<CodedValue>.self, from: data)
            return try entries(of: written.entries, in: commit) { value in
                try coding.upgrade(value, from: written.versions ?? [:]).map { upgraded in
                    try decoder.decode(Action.self, from: JSONEncoder().encode(upgraded))
                }
            }
        } catch let error as JournalError {
            throw error
        } catch {
            throw undecodable(commit, 0, error)
        }
    }

    private func entries<Value>(
        of written: [Written<Value>.Entry],
        in commit: LogCommit,
        action: (Value) throws -> Action?
    ) throws -> [JournalEntry<Action>] {
        guard written.count == commit.count else {
            throw undecodable(commit, 0, "it has \(written.count) entries instead of \(commit.count)")
        }
        return try written.enumerated().map { index, entry in
            do {
                return try entry.read(action)
            } catch {
                throw undecodable(commit, index, error)
            }
        }
    }

    private func undecodable(_ commit: LogCommit, _ index: Int, _ reason: Any) -> JournalError {
        .undecodable(name: commit.name, sequence: commit.sequence + index, reason: Self.text(of: reason))
    }

    /// A decoding error in one line, with the way to the field.
    private static func text(of reason: Any) -> String {
        let (context, what): (DecodingError.Context, String)
        switch reason {
        case DecodingError.keyNotFound(let key, let found):
            (context, what) = (found, "“\(key.stringValue)” is missing")
        case DecodingError.typeMismatch(let type, let found):
            (context, what) = (found, "a \(type) was expected")
        case DecodingError.valueNotFound(let type, let found):
            (context, what) = (found, "a \(type) is missing")
        case DecodingError.dataCorrupted(let found): (context, what) = (found, found.debugDescription)
        default: return "\(reason)"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? what : "\(what) at \(path)"
    }

    private struct Written<Value: Codable>: Codable {
        struct Entry: Codable {
            var action: Value?
            var time: Int
            var cause: Int?
            var passed: [Int]?
            var isPart: Bool?
            var mounted: String?
            var unmounted: Int?

            enum CodingKeys: String, CodingKey {
                case action = "a"
                case time = "t"
                case cause = "c"
                case passed = "x"
                case isPart = "p"
                case mounted = "m"
                case unmounted = "u"
            }

            init(_ entry: JournalEntry<Value>) {
                (action, time, cause) = (entry.action, entry.time.milliseconds, entry.cause)
                passed = entry.passed
                isPart = entry.isPart ? true : nil
                switch entry.mount {
                case nil: break
                case .began(let name): mounted = name
                case .ended(let entry): unmounted = entry
                }
            }

            func read<Made>(_ make: (Value) throws -> Made?) rethrows -> JournalEntry<Made> {
                var entry = JournalEntry(
                    action: try action.flatMap(make),
                    time: LogTime(milliseconds: time),
                    cause: cause
                )
                entry.passed = passed
                entry.isPart = isPart == true
                entry.mount = mounted.map { .began(name: $0) } ?? unmounted.map { .ended(entry: $0) }
                return entry
            }
        }

        var versions: [String: Int]?
        var entries: [Entry]

        enum CodingKeys: String, CodingKey { case versions = "v", entries = "e" }
    }
}
