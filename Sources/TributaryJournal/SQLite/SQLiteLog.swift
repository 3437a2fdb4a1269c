// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
public import TributaryLog

/// A log in one SQLite file, for one process.
///
/// It has one connection and one thread that uses it. All commits that arrive while one is being written become durable together
/// with the next one, so a thousand stores wait for the disk once. The file is in write-ahead mode with `synchronous=FULL`: an
/// acknowledged commit survives the end of the process, and a loss of power if the disk keeps the data that it confirms. The same
/// folder contains SQLite's files `-wal` and `-shm`, and `-lock`, which keeps other processes from writing and contains the file's
/// least length. Copy, move, and remove them together.
///
/// Each commit has a checksum, which is chained to that of the one before it. The end of each log is kept apart from its commits.
/// So reading damaged data is an error, and not an older state; `tributary-log repair` keeps the intact commits.
///
/// After an append has failed for another reason than a fence, the log writes nothing more, because the disk and the memory may
/// differ. Open it again.
public final class SQLiteLog: Mailbox {
    /// The path of the file.
    public let path: String

    private let queue = DispatchQueue(label: "Tributary.SQLiteLog")
    private let engine: Mutex<SQLiteEngine?>
    private let waiting = Mutex<[Append]>([])

    /// Nodes and answers, which end with the process.
    private let mail = LocalMail()

    private struct Append: Sendable {
        let commit: LogCommit
        let changes: [MailboxChange]
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// Opens a file, or makes it.
    ///
    /// - Parameter path: Of the file; its folder must be there, on a disk of this machine.
    /// - Throws: An `ActionLogError`, before anything is written, if the file belongs to another application, was written by
    ///   a newer version, is damaged, is in use, or cannot be written.
    public convenience init(at path: String) throws(ActionLogError) {
        try self.init(at: path, pageLimit: nil, vfs: nil)
    }

    /// Opens a file only to read it, also while another process writes to it.
    ///
    /// Appending and keeping snapshots throw.
    ///
    /// - Parameter path: Of the file.
    /// - Throws: An `ActionLogError` if it is not a log that can be read.
    public init(reading path: String) throws(ActionLogError) {
        self.path = path
        engine = Mutex(try SQLiteEngine(reading: path))
    }

    /// Opens a file that may not grow beyond a number of pages, as if the disk were full.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - pageLimit: How many pages it may have.
    ///   - vfs: The virtual file system of SQLite.
    /// - Throws: An `ActionLogError`.
    init(at path: String, pageLimit: Int? = nil, vfs: String? = nil) throws(ActionLogError) {
        self.path = path
        engine = Mutex(try SQLiteEngine(path: path, pageLimit: pageLimit, vfs: vfs))
    }

    deinit {
        // A pending write retains the log, so none is left.
        engine.withLock { engine in
            engine?.close()
            engine = nil
        }
    }

    /// Appends a commit, and returns when it is durable.
    public func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    /// Appends a commit and changes messages, in one transaction, and returns when it is durable.
    public func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                waiting.append(Append(commit: commit, changes: changes, continuation: continuation))
                return waiting.count == 1
            }
            // The others find the work already on the queue.
            if isFirst { queue.async { self.writeWaiting() } }
        }
        mail.wake(Set(changes.compactMap(\.woken)))
    }

    /// Changes messages, in one transaction, which is always durable.
    public func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        let woken = try await perform { engine throws(ActionLogError) in try engine.change(changes) }
        mail.keepAnswers(of: changes)
        mail.wake(woken)
    }

    /// The messages for a node of this process, and answers to its own.
    public func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        var delivery = try await perform { engine throws(ActionLogError) in
            engine.receive(at: node, without: taken, limit: limit)
        }
        delivery.answers = mail.takeAnswers(for: node)
        return delivery
    }

    /// Messages that are addressed to nodes which do not live.
    public func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await perform { engine throws(ActionLogError) in engine.strays(from: living, limit: limit) }
    }

    /// Wakes a node of this process when there may be something for it.
    public func wakeups(at node: String) -> AsyncStream<Void> { mail.wakeups(at: node) }

    /// Writes down that a node of this process lives, and reads which others do.
    public func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        guard engine.withLock({ $0 != nil }) else { throw ActionLogError.closed(place: path) }
        return mail.meet(node, within: age, at: Journal.now())
    }

    /// All messages, the oldest first.
    public func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await perform { engine throws(ActionLogError) in
            try engine.messages(after: number, limit: limit)
        }
    }

    /// The commits of a log that end after an entry, in order.
    public func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await perform { engine throws(ActionLogError) in
            try engine.commits(of: name, after: sequence, limit: limit)
        }
    }

    /// The newest snapshot of a log that was taken at an entry or before it.
    public func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await perform { engine throws(ActionLogError) in try engine.snapshot(of: name, upTo: sequence) }
    }

    /// Keeps a snapshot, and drops entries that are no longer needed.
    public func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await perform { engine throws(ActionLogError) in try engine.keep(snapshot, droppingBefore: time) }
    }

    /// Whether a path leads to a file of the log.
    func owns(_ path: String) -> Bool { engine.withLock { $0?.owns(path) ?? false } }

    /// The names of all logs, in order.
    public func names() async throws -> [String] {
        try await perform { engine throws(ActionLogError) in try engine.names() }
    }

    /// Writes pending commits, and closes the file.
    public func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.writeWaiting()
                self.engine.withLock { engine in
                    engine?.close()
                    engine = nil
                }
                continuation.resume()
            }
        }
        mail.close()
    }

    private func writeWaiting() {
        let appends = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard !appends.isEmpty else { return }
        let answers = engine.withLock { engine in
            engine?.append(appends.map { ($0.commit, $0.changes) })
                ?? appends.map { _ in .failure(.closed(place: path)) }
        }
        for (append, answer) in zip(appends, answers) {
            append.continuation.resume(with: answer.mapError { $0 })
        }
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteEngine) throws(ActionLogError) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result {
                        try self.engine.withLock { engine in
                            guard let engine else { throw ActionLogError.closed(place: self.path) }
                            return try body(engine)
                        }
                    }
                )
            }
        }
    }
}
