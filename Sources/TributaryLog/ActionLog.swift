// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The storage for the commits of many stores, each store's in order.
///
/// A log has a name. Its entries are counted from one, and a commit is identified by the number of its first entry: if two writers
/// continue the same log from the same entry, both claim the same number, and one of them gets it. Nothing else keeps writers
/// apart, so an implementation must let each number be claimed only once.
///
/// An acknowledged commit is durable: it survives the end of the process, and other failures that the implementation documents. To
/// check an implementation, use `checkActionLog` of `TributaryTesting`.
public protocol ActionLog: Sendable {
    /// Appends a commit, and returns when it is durable.
    ///
    /// Calls at the same time may become durable together, and cost little more than one of them. A caller has at most one
    /// commit of the same log in flight.
    ///
    /// - Parameter commit: Follows the last commit of its log.
    /// - Throws: `ActionLogError.fenced` if another writer has claimed the number. A log that can lose commits at a failover throws
    ///   it also if the commit before this one is missing. After any other error, the commit may be durable or not, and the log
    ///   takes no more commits.
    func append(_ commit: LogCommit) async throws

    /// The commits of a log that end after an entry, in order.
    ///
    /// - Parameters:
    ///   - name: Of the log; one that is not known has no commits.
    ///   - sequence: The number of an entry; `0` for all commits.
    ///   - limit: How many at most.
    /// - Returns: The commits.
    /// - Throws: An `ActionLogError` if they cannot be read.
    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit]

    /// The newest snapshot of a log that was taken at an entry or before it.
    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot?

    /// Keeps a snapshot, and drops entries that are no longer needed.
    ///
    /// - Parameters:
    ///   - snapshot: Of an entry that is durable.
    ///   - time: Older entries and snapshots may be dropped if a remaining snapshot replaces them; `nil` drops nothing. So a log
    ///     can be replayed from its oldest snapshot on.
    /// - Throws: An `ActionLogError` if the snapshot is not kept; commits are not affected.
    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws

    /// The names of all logs that have a commit or a snapshot, in order.
    func names() async throws -> [String]

    /// Finishes pending appends, and releases files and connections.
    ///
    /// Later calls throw `ActionLogError.closed`.
    func close() async
}

/// The entries of a store that become durable together: those since its last commit.
public struct LogCommit: Equatable, Sendable {
    /// The log to which it belongs.
    public var name: String

    /// The number of its first entry; the first of a log is `1`.
    public var sequence: Int

    /// How many entries it has, one at least.
    public var count: Int

    /// When it was made.
    public var time: LogTime

    /// Its entries, as their writer encodes them.
    public var contents: [UInt8]

    /// The number of its last entry.
    public var last: Int { sequence + count - 1 }

    /// Makes a commit.
    public init(name: String, sequence: Int, count: Int = 1, time: LogTime, contents: [UInt8]) {
        self.name = name
        self.sequence = sequence
        self.count = count
        self.time = time
        self.contents = contents
    }
}

extension String {
    /// The same name in the one form in which a log is kept.
    ///
    /// Strings are equal whether their letters are composed of several characters or not, and a database compares bytes.
    package var canonicalName: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}

/// A time as logs keep it, in milliseconds since 1970 in Coordinated Universal Time.
public struct LogTime: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970.
    public var milliseconds: Int

    /// Makes a time.
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Whether a time is before another.
    public static func < (left: LogTime, right: LogTime) -> Bool { left.milliseconds < right.milliseconds }
}
