// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import CoreMetrics
import Synchronization
public import TributaryLog

/// A log whose commits are measured.
///
/// ```swift
/// let journal = Journal(MeasuredLog(try await PostgresLog("host=db1,db2,db3 dbname=chat"), as: "chat"))
/// ```
/// These are the metrics of a log in the list on the page of the module. Each has the dimension `log`.
public final class MeasuredLog: Mailbox {
    private let log: any Mailbox
    private let commit: Timer
    private let entries: Counter
    private let waiting: Meter
    private let fenced: Counter
    private let failed: Counter
    private let count = Mutex(0)

    /// Measures the commits of a log.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - name: The dimension `log`.
    ///   - factory: Makes the metrics.
    public init(
        _ log: any Mailbox,
        as name: String,
        with factory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.log = log
        let dimensions = [("log", name)]
        commit = Timer(label: "tributary_commit", dimensions: dimensions, factory: factory)
        entries = Counter(label: "tributary_entries", dimensions: dimensions, factory: factory)
        waiting = Meter(label: "tributary_commits_waiting", dimensions: dimensions, factory: factory)
        let label = "tributary_commits_failed"
        fenced = Counter(label: label, dimensions: dimensions + [("reason", "fenced")], factory: factory)
        failed = Counter(label: label, dimensions: dimensions + [("reason", "other")], factory: factory)
    }

    /// Appends a commit, and returns when it is durable.
    public func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    /// Appends a commit and changes messages, and returns when it is durable.
    public func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        note(1)
        defer { note(-1) }
        let start = ContinuousClock.now
        do {
            try await log.append(commit, changing: changes)
        } catch {
            if case ActionLogError.fenced = error { fenced.increment() } else { failed.increment() }
            throw error
        }
        self.commit.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
        entries.increment(by: commit.count)
    }

    private func note(_ change: Int) {
        // Within the lock, so that the newest number is recorded last.
        count.withLock { count in
            count += change
            waiting.set(count)
        }
    }

    /// The commits of a log that end after an entry, in order.
    public func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: limit)
    }

    /// The newest snapshot of a log that was taken at an entry or before it.
    public func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: sequence)
    }

    /// Keeps a snapshot, and drops entries that are no longer needed.
    public func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await log.keep(snapshot, droppingBefore: time)
    }

    /// The names of all logs, in order.
    public func names() async throws -> [String] { try await log.names() }

    /// Changes messages, all of it or nothing.
    public func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        try await log.change(changes, isDurable: isDurable)
    }

    /// The messages for a node, and answers to its own.
    public func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        try await log.receive(at: node, without: taken, limit: limit)
    }

    /// Messages that are addressed to nodes which do not live.
    public func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await log.strays(from: living, limit: limit)
    }

    /// Wakes a node when there may be something for it.
    public func wakeups(at node: String) -> AsyncStream<Void> { log.wakeups(at: node) }

    /// Writes down that a node lives, and reads which others do.
    public func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        try await log.meet(node, within: age)
    }

    /// All messages, the oldest first.
    public func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await log.messages(after: number, limit: limit)
    }

    /// Finishes pending appends, and releases files and connections.
    public func close() async { await log.close() }
}
#endif
