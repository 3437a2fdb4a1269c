// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where the commits of many stores are kept, each store's in order.
///
/// A log is named by a string. Its entries are counted from one, and a commit is known by the number of its first entry:
/// two writers that continue the same log from the same entry claim the same number, and one of them gets it. That is the
/// only thing that keeps writers apart, so an implementation must let a number be claimed once, for ever.
///
/// A log that tells of a commit has made it durable: it survives the end of the process, and whatever else the
/// implementation promises. `checkActionLog` of `TributaryTesting` checks an implementation.
public protocol ActionLog: Sendable {
    /// Appends a commit, and returns when it is durable.
    ///
    /// Calls at the same time may become durable together, and cost little more than one of them. A caller has at most one
    /// commit of the same log in flight.
    ///
    /// - Parameter commit: Follows the last commit of its log.
    /// - Throws: `ActionLogError.fenced` if the number was claimed before: somebody else continues the log. A log that can lose
    ///   what it has shown, as at a failover, throws it also if the commit before this one is not there. Any other error
    ///   says that the commit may be durable or not, and that the log takes no more of them.
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
    ///   - time: What is older may go, as far as a snapshot that stays covers it; `nil` drops nothing. So a log can always
    ///     be replayed from its oldest snapshot on.
    /// - Throws: An `ActionLogError` if the snapshot is not kept; the commits are not touched by that.
    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws

    /// The names of all logs that have a commit or a snapshot, in order.
    func names() async throws -> [String]

    /// Finishes pending appends, and releases files and connections.
    ///
    /// Every later call throws `ActionLogError.closed`.
    func close() async
}
