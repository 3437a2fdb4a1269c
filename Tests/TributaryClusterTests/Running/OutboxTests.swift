// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import TributaryJournal
import TributaryLog
import TributaryTesting

@testable import TributaryCluster

/// Commands that stores send to stores, and reminders.
@Suite(.timeLimit(.minutes(30)))
struct OutboxTests {
    private static let patience = ClusterTests.patience

    private static func isEmpty(_ log: any Mailbox) async -> Bool {
        (try? await log.messages(after: 0, limit: 1).isEmpty) == true
    }

    @Test(arguments: 1...4)
    func `payments conserve the sum when nodes die and answers are lost`(seed: UInt64) async throws {
        try await NodeTime.passes { time in
            var faults = LogFaults(seed: seed)
            (faults.fences, faults.doubledAnswers, faults.delay) = (0.03, 0.03, 0...6)
            (faults.lostMessages, faults.lostHints) = (0.1, 0.1)
            let log = MemoryLog(faults: faults)
            let nodes = try await time.nodes(3, over: log)
            let accounts = nodes.map { $0.accounts() }
            await withTaskGroup { group in
                for client in 0..<4 {
                    group.addTask {
                        for count in 0..<20 {
                            let payment = Account.Payment(
                                receiver: "\((client + 1 + count % 3) % 4)",
                                amount: count
                            )
                            var node = client
                            while true {
                                do {
                                    let id = "\(client) \(count)"
                                    try await accounts[node % 3]["\(client)"]
                                        .send(.pay(payment), id: id, deadline: .seconds(5))
                                    break
                                } catch {
                                    node += 1
                                }
                            }
                            if client == 0, count == 10 { nodes[1].die() }
                        }
                    }
                }
            }
            try await ClusterTests.eventually { await Self.isEmpty(log) }
            let total = try await accounts[0].total(of: 4, within: Self.patience)
            #expect(total.balance == 0)
            #expect(total.payments == 80)
            for node in nodes { node.die() }
        }
    }

    @Test func `a payment to a store of a file is received once, and also after a restart`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "log.sqlite").path
        try await NodeTime.passes { time in
            for life in 1...3 {
                let log = try SQLiteLog(at: path)
                let node = try await time.node(log, "local")
                let accounts = node.accounts()
                for count in 0..<10 {
                    let payment = Account.Payment(receiver: "\(count % 3)", amount: count)
                    try await accounts["0"].send(.pay(payment), deadline: Self.patience)
                }
                // Some are received by the next process alone.
                if life == 3 {
                    try await ClusterTests.eventually { await Self.isEmpty(log) }
                    let total = try await accounts.total(of: 3, within: Self.patience)
                    #expect(total.balance == 0)
                    #expect(total.payments == 30)
                    try await accounts["1"].send(
                        .plan(Date(timeIntervalSince1970: 1)),
                        deadline: Self.patience
                    )
                    try await ClusterTests.eventually { await Self.isEmpty(log) }
                    let state = try await accounts["1"].read(Statement(), deadline: Self.patience)
                    #expect(state.reminders == 1)
                }
                node.die()
                await log.close()
            }
        }
    }

    private final class Time: Sendable {
        private let seconds = Mutex(0)

        var now: LogTime { LogTime(milliseconds: seconds.withLock { $0 } * 1_000) }

        func set(_ time: Int) { seconds.withLock { $0 = time } }
    }

    @Test func `a reminder arrives at its time, and at a store whose node died`() async throws {
        let clock = Time()
        try await NodeTime.passes { time in
            let log = MemoryLog(now: { clock.now })
            func due() async throws -> [Int] {
                try await log.messages(after: 0, limit: 10).compactMap { $0.due?.milliseconds }
            }
            func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
            let first = try await time.node(log)
            let accounts = first.accounts()
            try await accounts["a"].send(.plan(date(10)), deadline: Self.patience)
            #expect(try await due() == [10_000])
            try await accounts["a"].send(.plan(nil), deadline: Self.patience)
            #expect(try await due() == [])
            try await accounts["a"].send(.plan(date(10)), deadline: Self.patience)
            try await accounts["a"].send(.plan(date(20)), deadline: Self.patience)
            #expect(try await due() == [20_000])
            // A change that keeps the time does not send it again.
            let number = try await log.messages(after: 0, limit: 1).first?.number
            try await accounts["a"].send(.receive(1), deadline: Self.patience)
            #expect(try await log.messages(after: 0, limit: 1).first?.number == number)
            clock.set(19)
            try await first.beat()
            let before = try await accounts["a"].read(Statement(), deadline: Self.patience)
            #expect(before.reminders == 0)
            first.die()
            let second = try await time.node(log)
            let others = second.accounts()
            clock.set(20)
            // No client opens the store.
            try await ClusterTests.eventually { await Self.isEmpty(log) }
            #expect(second.counts.openings == 1)
            let after = try await others["a"].read(Statement(), deadline: Self.patience)
            #expect(after == Account.State(balance: 1, payments: 1, due: date(20), reminders: 1))
            // The state still has the time, which has passed.
            try await others["a"].send(.receive(1), deadline: Self.patience)
            #expect(try await due() == [])
            second.die()
        }
    }
}
