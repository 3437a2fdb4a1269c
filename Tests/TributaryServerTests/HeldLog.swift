// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryLog

/// A log that makes nothing durable while a test holds it.
final class HeldLog: Mailbox {
    /// Holds writes back for a test.
    final class Hold: Sendable {
        private let asked = AsyncStream<Void>.makeStream()
        private let gate = AsyncStream<Void>.makeStream()

        /// Waits until something is to be appended.
        func isAsked() async { for await _ in asked.stream { break } }

        /// Resumes all writes.
        func goOn() { gate.continuation.finish() }

        fileprivate func wait() async {
            asked.continuation.yield()
            for await _ in gate.stream {}
        }
    }

    private let log: any Mailbox
    private let held = Mutex<Hold?>(nil)

    init(_ log: any Mailbox) { self.log = log }

    func hold() -> Hold {
        let hold = Hold()
        held.withLock { $0 = hold }
        return hold
    }

    func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        await held.withLock { $0 }?.wait()
        try await log.append(commit, changing: changes)
    }

    func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        try await log.change(changes, isDurable: isDurable)
    }

    func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        try await log.receive(at: node, without: taken, limit: limit)
    }

    func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await log.strays(from: living, limit: limit)
    }

    func wakeups(at node: String) -> AsyncStream<Void> { log.wakeups(at: node) }

    func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        try await log.meet(node, within: age)
    }

    func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await log.messages(after: number, limit: limit)
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: limit)
    }
    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: sequence)
    }
    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await log.keep(snapshot, droppingBefore: time)
    }
    func names() async throws -> [String] { try await log.names() }
    func close() async { await log.close() }
}
