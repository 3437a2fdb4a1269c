// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryLog

/// A mailbox that passes all calls on to another one, except for those that it implements.
package protocol ForwardingMailbox: Mailbox {
    var log: any Mailbox { get }
}

extension ForwardingMailbox {
    package func append(_ commit: LogCommit) async throws { try await log.append(commit) }

    package func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        try await log.append(commit, changing: changes)
    }

    package func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        try await log.change(changes, isDurable: isDurable)
    }

    package func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        try await log.receive(at: node, without: taken, limit: limit)
    }

    package func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await log.strays(from: living, limit: limit)
    }

    package func wakeups(at node: String) -> AsyncStream<Void> { log.wakeups(at: node) }

    package func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        try await log.meet(node, within: age)
    }

    package func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await log.messages(after: number, limit: limit)
    }

    package func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: limit)
    }

    package func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: sequence)
    }

    package func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await log.keep(snapshot, droppingBefore: time)
    }

    package func names() async throws -> [String] { try await log.names() }

    package func close() async { await log.close() }
}
