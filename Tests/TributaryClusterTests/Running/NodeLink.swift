// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryLog

/// How one node reaches a log, which may fail in one direction.
final class NodeLink: Mailbox {
    struct Faults: Sendable {
        /// Writes do not arrive.
        var cannotWrite = false

        /// Writes arrive, and their answers do not.
        var hearsNoAnswers = false

        /// Hints do not arrive.
        var isDeaf = false

        /// The other nodes are not in the table.
        var isAlone = false

        /// Nothing arrives.
        var isCutOff = false

        /// Each change of messages whose number is a multiple of it is lost.
        var losesEach: Int?
    }

    private let log: any Mailbox
    private let state: Mutex<(faults: Faults, count: Int)>
    private static let lost = ActionLogError.failed(place: "link", reason: "no answer")
    private static let gone = ActionLogError.unreachable(place: "link", reason: "cut off")

    init(_ log: any Mailbox, _ faults: Faults = Faults()) {
        self.log = log
        state = Mutex((faults: faults, count: 0))
    }

    func set(_ change: @Sendable (inout Faults) -> Void) { state.withLock { change(&$0.faults) } }

    private var faults: Faults { state.withLock { $0.faults } }

    private func read<Result>(_ body: () async throws -> Result) async throws -> Result {
        if faults.isCutOff { throw Self.gone }
        return try await body()
    }

    private func write<Result>(_ body: () async throws -> Result) async throws -> Result {
        if faults.isCutOff || faults.cannotWrite { throw Self.gone }
        let result = try await body()
        if faults.hearsNoAnswers { throw Self.lost }
        return result
    }

    func append(_ commit: LogCommit) async throws { try await write { try await log.append(commit) } }

    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        try await write { try await log.append(commit, changing: changes) }
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await read { try await log.commits(of: name, after: sequence, limit: limit) }
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await read { try await log.snapshot(of: name, upTo: sequence) }
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await write { try await log.keep(snapshot, droppingBefore: time) }
    }

    func names() async throws -> [String] { try await read { try await log.names() } }

    func close() async {}

    func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        let isLost = state.withLock { state in
            state.count += 1
            return state.faults.losesEach.map { !isDurable && state.count.isMultiple(of: $0) } == true
        }
        if isLost { return }
        try await write { try await log.change(changes, isDurable: isDurable) }
    }

    func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        // It removes answers, and so writes.
        if faults.hearsNoAnswers { throw Self.gone }
        return try await read {
            if faults.cannotWrite { throw Self.gone }
            return try await log.receive(at: node, without: taken, limit: limit)
        }
    }

    func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await read { try await log.strays(from: living, limit: limit) }
    }

    func wakeups(at node: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached { [log] in
            for await _ in log.wakeups(at: node) where !self.faults.isDeaf && !self.faults.isCutOff {
                continuation.yield()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        let nodes = try await write { try await log.meet(node, within: age) }
        return faults.isAlone ? nodes.filter { $0.name == node?.name } : nodes
    }

    func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await read { try await log.messages(after: number, limit: limit) }
    }
}
