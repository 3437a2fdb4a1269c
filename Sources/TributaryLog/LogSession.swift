// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The exported commits of one store: send it with a bug report, and replay it elsewhere.
///
/// In the text file, each line is a snapshot or a commit: its kind, its numbers, a tab, and its contents as in the log. It contains
/// no value of a `Secret`.
public struct LogSession: Equatable, Sendable {
    /// The name of the log.
    public var name: String

    /// The state with which it begins.
    public var start: LogSnapshot

    /// The commits after it, in order.
    public var commits: [LogCommit]

    /// The states that were kept on the way, in order.
    public var snapshots: [LogSnapshot]

    /// Makes a session.
    public init(name: String, start: LogSnapshot, commits: [LogCommit], snapshots: [LogSnapshot] = []) {
        self.name = name
        self.start = start
        self.commits = commits
        self.snapshots = snapshots
    }

    private static let title = "tributary session 1"

    /// Reads a session.
    ///
    /// - Parameter path: Of the file.
    /// - Throws: An `ActionLogError` that names the line, if the file is no session or was cut; an error of Foundation if it
    ///   cannot be read.
    public init(contentsOf path: String) throws {
        try self.init(text: try String(contentsOfFile: path, encoding: .utf8), at: path)
    }

    /// Reads the contents of a file.
    package init(bytes: [UInt8]) throws {
        try self.init(text: String(decoding: bytes, as: UTF8.self), at: "The file")
    }

    private init(text: String, at path: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var number = 0
        func nextLine() throws -> (words: [Substring], contents: Substring) {
            number += 1
            guard let line = lines.popFirst(), let tab = line.firstIndex(of: "\t") else {
                throw ActionLogError.damaged(place: path, reason: "line \(number) is not whole")
            }
            // A fingerprint is everything up to the tab.
            let words = line[..<tab].split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            return (words, line[line.index(after: tab)...])
        }
        guard text.hasPrefix(Self.title + "\t") else { throw ActionLogError.foreign(place: path) }
        let name = String(try nextLine().contents)
        self.name = name
        func snapshot(_ words: [Substring], _ state: Substring) throws -> LogSnapshot {
            guard words.count == 4, words[0] == "snapshot", let sequence = Int(words[1]),
                let time = Int(words[2])
            else {
                throw ActionLogError.damaged(place: path, reason: "line \(number) is no snapshot")
            }
            return LogSnapshot(
                name: name,
                sequence: sequence,
                time: LogTime(milliseconds: time),
                fingerprint: String(words[3]),
                contents: Array(state.utf8)
            )
        }
        let (words, state) = try nextLine()
        start = try snapshot(words, state)
        (commits, snapshots) = ([], [])
        while lines.first?.isEmpty == false {
            let (words, entries) = try nextLine()
            if words.first == "snapshot" {
                snapshots.append(try snapshot(words, entries))
                continue
            }
            guard words.count == 4, words[0] == "commit", let sequence = Int(words[1]),
                let count = Int(words[2]),
                let time = Int(words[3])
            else { throw ActionLogError.damaged(place: path, reason: "line \(number) is no commit") }
            commits.append(
                LogCommit(
                    name: name,
                    sequence: sequence,
                    count: count,
                    time: LogTime(milliseconds: time),
                    contents: Array(entries.utf8)
                )
            )
        }
        // The last line ends, too, unless the file was cut.
        guard lines.count == 1 else {
            throw ActionLogError.damaged(place: path, reason: "line \(number) is not whole")
        }
    }

    /// Writes the session, and replaces an existing file.
    ///
    /// - Parameter path: Of the file.
    /// - Throws: An error of Foundation if it cannot be written.
    public func write(to path: String) throws {
        var text = "\(Self.title)\t\(name)\n"
        func append(_ snapshot: LogSnapshot) {
            text += "snapshot \(snapshot.sequence) \(snapshot.time.milliseconds) \(snapshot.fingerprint)\t"
            text += String(decoding: snapshot.contents, as: UTF8.self) + "\n"
        }
        append(start)
        for snapshot in snapshots { append(snapshot) }
        for commit in commits {
            text += "commit \(commit.sequence) \(commit.count) \(commit.time.milliseconds)\t"
            text += String(decoding: commit.contents, as: UTF8.self) + "\n"
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

extension LogSession: ActionLog {
    /// Throws: a session is only read.
    public func append(_ commit: LogCommit) async throws { throw readOnly }

    /// The commits that end after an entry.
    public func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        guard name == self.name else { return [] }
        var (low, high) = (0, commits.count)
        while low < high {
            let middle = (low + high) / 2
            if commits[middle].last > sequence { high = middle } else { low = middle + 1 }
        }
        return Array(commits[low...].prefix(limit))
    }

    /// The newest state that was taken at an entry or before it.
    public func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        guard name == self.name else { return nil }
        return ([start] + snapshots).last { $0.sequence <= sequence }
    }

    /// Throws: a session is only read.
    public func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws { throw readOnly }

    /// The name of its only log.
    public func names() async throws -> [String] { [name] }

    /// Does nothing.
    public func close() async {}

    private var readOnly: ActionLogError { .notWritable(place: name, reason: "a session is only read") }
}
