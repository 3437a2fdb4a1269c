// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// A log with a fault, which `history.py` has to find.
final class PlantedLog: Mailbox {
    enum Fault: String {
        /// A commit is acknowledged before it is durable.
        case early

        /// A message is delivered twice.
        case double
    }

    private let log: any Mailbox
    private let fault: Fault
    private let appends: AsyncStream<(LogCommit, [MailboxChange])>.Continuation

    init(_ log: any Mailbox, _ fault: Fault) {
        (self.log, self.fault) = (log, fault)
        let (stream, continuation) = AsyncStream.makeStream(of: (LogCommit, [MailboxChange]).self)
        appends = continuation
        Task {
            for await (commit, changes) in stream { try? await log.append(commit, changing: changes) }
        }
    }

    func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        if fault == .early {
            appends.yield((commit, changes))
        } else {
            try await log.append(commit, changing: changes)
        }
    }

    func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        let doubled = changes.compactMap { change -> MailboxChange? in
            guard fault == .double, case .put(var message) = change, message.kind == .command else {
                return nil
            }
            (message.id, message.sender) = ("\(message.id) again", nil)
            return .put(message)
        }
        try await log.change(changes + doubled, isDurable: isDurable)
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
