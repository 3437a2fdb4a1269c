// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TributaryCore
package import TributaryUndo

/// Writes the entries of a commit as JSON, and reads those that earlier versions of the program wrote.
package struct CommitCoding<Action: Journaled>: Sendable {
    private let coding = Action.coding.coding
    private let versions: [String: Int]

    package init() {
        let versions = coding.versions
        self.versions = versions
    }

    package func encode(_ entries: [JournalEntry<Action>]) throws -> [UInt8] {
        // The JSON around the actions without an encoder, which would take longer than for the actions.
        let encoder = JSONEncoder()
        var text: [UInt8] = []
        text += "{".utf8
        if !versions.isEmpty {
            text += "\"v\":".utf8
            text += try JSONEncoder().encode(versions)
            text += ",".utf8
        }
        text += "\"e\":[".utf8
        for entry in entries {
            text += "{\"t\":\(entry.time.milliseconds)".utf8
            if let action = entry.action {
                text += ",\"a\":".utf8
                // Alone takes less time; but an action that encodes nothing is an error alone, and an empty object in an array.
                text += try (try? encoder.encode(action)) ?? encoder.encode([action]).dropFirst().dropLast()
            }
            if let cause = entry.cause { text += ",\"c\":\(cause)".utf8 }
            if let passed = entry.passed { text += ",\"x\":\(passed)".utf8 }
            if let command = entry.command {
                text += ",\"i\":".utf8
                text += try JSONEncoder().encode(command)
            }
            if let context = entry.context { try text += Self.text(of: context) }
            if let step = entry.step {
                text += ",\"h\":".utf8
                text += try JSONEncoder().encode(WrittenStep(step))
            }
            if entry.isPart { text += ",\"p\":true".utf8 }
            switch entry.mount {
            case nil: break
            case .began(let name):
                text += ",\"m\":".utf8
                text += try JSONEncoder().encode(name)
            case .ended(let entry): text += ",\"u\":\(entry)".utf8
            }
            text += "},".utf8
        }
        text[text.count - 1] = UInt8(ascii: "]")
        text += "}".utf8
        return text
    }

    /// A context as a field of an entry.
    ///
    /// Written here as far as it is plain, which is much faster.
    private static func text(of context: [String: String]) throws -> [UInt8] {
        let fields = try context.sorted { $0.key < $1.key }
            .map { try CodedValue.json(of: $0.key) + [UInt8(ascii: ":")] + CodedValue.json(of: $0.value) }
        return Array(",\"s\":{".utf8) + fields.joined(separator: ",".utf8) + [UInt8(ascii: "}")]
    }

    /// Reads several commits at once.
    ///
    /// - Throws: `JournalError.undecodable`, with the number of the entry.
    package func decode(_ commits: some Collection<LogCommit>) throws -> [[JournalEntry<Action>]] {
        var actions: [UInt8] = []
        let texts = commits.map { commit -> CommitText? in
            guard let text = CommitText(commit.contents), text.entries.count == commit.count,
                !text.entries.contains(where: { $0.isRare }), isCurrent(text, in: commit)
            else { return nil }
            for entry in text.entries {
                guard let range = entry.action else { continue }
                actions.append(actions.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
                actions += commit.contents[range]
            }
            return text
        }
        actions += actions.isEmpty ? "[]".utf8 : "]".utf8
        // After a failure, each commit is decoded separately.
        guard let decoded = try? JSONDecoder().decode([Action].self, from: Data(actions)) else {
            return try commits.map { try decode($0) }
        }
        var rest = decoded[...]
        return try zip(texts, commits).map { text, commit in
            // Commits of other versions, and rare kinds of entries.
            guard let text else { return try decode(commit) }
            return text.entries.map { entry in
                var read = JournalEntry(
                    action: entry.action == nil ? nil : rest.popFirst(),
                    time: LogTime(milliseconds: entry.time ?? 0),
                    cause: entry.cause
                )
                if let range = entry.command {
                    read.command = try? JSONDecoder().decode(String.self, from: Data(commit.contents[range]))
                }
                read.context = entry.context
                return read
            }
        }
    }

    /// Whether this version of the program wrote a commit.
    private func isCurrent(_ text: CommitText, in commit: LogCommit) -> Bool {
        guard let range = text.versions else { return versions.isEmpty }
        let written = try? JSONDecoder().decode([String: Int].self, from: Data(commit.contents[range]))
        return written == versions
    }

    /// - Throws: `JournalError.undecodable`, with the number of the entry.
    package func decode(_ commit: LogCommit) throws -> [JournalEntry<Action>] {
        do {
            let decoder = JSONDecoder()
            let data = Data(commit.contents)
            // The common case first: entries of this version are decoded in one pass.
            if let written = try? decoder.decode(Written<Action>.self, from: data),
                written.versions ?? [:] == versions
            {
                var read = try entries(of: written.entries, in: commit) { action, _ in action }
                for (index, entry) in written.entries.enumerated() {
                    read[index].step = entry.step?.read { $0 }
                }
                return read
            }
            let actions = try Self.actions(of: commit)
            let written = try decoder.decode(Written<Unread>.self, from: data)
            func upgrade(_ json: [UInt8]) throws -> Action? {
                switch try coding.upgrade(CodedValue(json: json), from: written.versions ?? [:]) {
                case .same: return try decoder.decode(Action.self, from: Data(json))
                case .changed(let upgraded):
                    return try decoder.decode(Action.self, from: Data(upgraded.json()))
                case .dropped: return nil
                }
            }
            var read = try entries(of: written.entries, in: commit) { _, index in
                try actions[index].flatMap(upgrade)
            }
            guard written.entries.contains(where: { $0.step != nil }),
                case .array(let values)? = try CodedValue(json: commit.contents)["e"]
            else { return read }
            for (index, entry) in written.entries.enumerated() {
                guard let step = entry.step else { continue }
                read[index].step = try WrittenStep(step, in: values[index]).read { try upgrade($0.json()) }
            }
            return read
        } catch let error as JournalError {
            throw error
        } catch {
            throw undecodable(commit, 0, error)
        }
    }

    /// The actions of the entries of a commit, each as it was written.
    private static func actions(of commit: LogCommit) throws -> [[UInt8]?] {
        if let text = CommitText(commit.contents) {
            return text.entries.map { entry in entry.action.map { Array(commit.contents[$0]) } }
        }
        // JSON in another form than this library writes.
        guard case .array(let entries)? = try CodedValue(json: commit.contents)["e"] else { return [] }
        return try entries.map { try $0["a"]?.json() }
    }

    private func entries<Value>(
        of written: [Written<Value>.Entry],
        in commit: LogCommit,
        action: (Value, _ index: Int) throws -> Action?
    ) throws -> [JournalEntry<Action>] {
        guard written.count == commit.count else {
            throw undecodable(commit, 0, "it has \(written.count) entries instead of \(commit.count)")
        }
        return try written.enumerated().map { index, entry in
            do {
                return try entry.read { try action($0, index) }
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

    /// An action that is left as it is.
    private struct Unread: Decodable { init(from decoder: any Decoder) {} }

    private struct Written<Value: Decodable>: Decodable {
        struct Entry: Decodable {
            var action: Value?
            var time: Int
            var cause: Int?
            var passed: [Int]?
            var isPart: Bool?
            var mounted: String?
            var unmounted: Int?
            var command: String?
            var context: [String: String]?
            var step: WrittenStep<Value>?

            enum CodingKeys: String, CodingKey {
                case action = "a"
                case time = "t"
                case cause = "c"
                case passed = "x"
                case isPart = "p"
                case mounted = "m"
                case unmounted = "u"
                case command = "i"
                case context = "s"
                case step = "h"
            }

            func read<Made>(_ make: (Value) throws -> Made?) rethrows -> JournalEntry<Made> {
                var entry = JournalEntry(
                    action: try action.flatMap(make),
                    time: LogTime(milliseconds: time),
                    cause: cause
                )
                entry.passed = passed
                entry.isPart = isPart == true
                entry.command = command
                entry.context = context
                entry.mount = mounted.map { .began(name: $0) } ?? unmounted.map { .ended(entry: $0) }
                return entry
            }
        }

        var versions: [String: Int]?
        var entries: [Entry]

        enum CodingKeys: String, CodingKey { case versions = "v", entries = "e" }
    }
}

/// The entry of an action, or of a reducer that was mounted.
package struct JournalEntry<Action> {
    /// `nil` for one that this version of the program has dropped, and for a mounted reducer.
    package var action: Action?

    /// When it was reduced.
    package var time: LogTime

    /// The entry whose effect or follow-up sent it; `nil` for an action from outside.
    package var cause: Int?

    /// The positions of the children that the action did not reach, because they are others than those that sent it.
    package var passed: [Int]?

    /// Whether its turn continues, although this is the last entry of a commit.
    package var isPart = false

    /// The reducer that runs from here on, or no longer.
    package var mount: RecordedMount?

    /// The step of an undo history that ends with this action.
    package var step: RecordedStep<Action>?

    /// The id under which it was sent, or, without an action, that of the claim of a node that owns the store from here on.
    package var command: String?

    /// The context in which it was sent, such as the trace of which it is a part.
    package var context: [String: String]?

    package init(action: Action?, time: LogTime, cause: Int?) {
        self.action = action
        self.time = time
        self.cause = cause
    }
}

extension JournalEntry: Sendable where Action: Sendable {}
