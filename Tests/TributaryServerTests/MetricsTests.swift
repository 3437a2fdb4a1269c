// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import MetricsTestKit
import Synchronization
import Testing
import TributaryCore
import TributaryLog
import TributaryServer

@Suite("Metrics", .timeLimit(.minutes(30)))
struct MetricsTests {
    private let metrics = TestMetrics()

    private func count(_ label: String, _ dimensions: [(String, String)]) throws -> Int64 {
        try metrics.expectCounter(label, dimensions).totalValue
    }

    @Test func `count actions by their origin, turns, and effects that start and run`() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let shop = Shop.open { for await _ in gate.stream { break } }
        await shop.measure(as: "shop", with: metrics)
        let store = ("store", "shop")
        let running = try metrics.expectMeter("tributary_effects_running", [store])
        #expect(running.lastValue == 0)
        let order = await shop.send(Shop.order)
        await shop.send(.noted)
        #expect(running.lastValue == 1)
        gate.continuation.yield()
        await order.finish()
        await shop.send(.noted)
        #expect(try count("tributary_actions", [store, ("origin", "store")]) == 3)
        #expect(try count("tributary_actions", [store, ("origin", "effect")]) == 1)
        #expect(try count("tributary_turns", [store]) == 4)
        #expect(try count("tributary_effects", [store]) == 1)
        #expect(running.lastValue == 0)
    }

    @Test func `and logs work together`() async throws {
        let shop = Shop.open()
        await shop.measure(as: "one", with: metrics)
        await shop.measure(as: "other", with: metrics)
        await shop.send(.noted)
        for name in ["one", "other"] {
            #expect(try count("tributary_actions", [("store", name), ("origin", "store")]) == 1)
        }
    }

    /// A mailbox with scripted results.
    private final class Scripted: Mailbox {
        let results = Mutex<[ActionLogError?]>([])
        let asked: @Sendable () -> Void

        init(_ results: [ActionLogError?], asked: @escaping @Sendable () -> Void) {
            self.results.withLock { $0 = results }
            self.asked = asked
        }

        func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }
        func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
            asked()
            if let error = results.withLock({ $0.removeFirst() }) { throw error }
        }
        func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
            [MetricsTests.commit(limit)]
        }
        func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? { nil }
        func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {}
        func names() async throws -> [String] { ["a"] }
        func close() async {}
        func change(_ changes: [MailboxChange], isDurable: Bool) async throws {}
        func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
            MailboxDelivery(messages: [], answers: [])
        }
        func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] { [] }
        func wakeups(at node: String) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
        func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] { [] }
        func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] { [] }
    }

    private static func commit(_ count: Int) -> LogCommit {
        LogCommit(name: "a", sequence: 1, count: count, time: LogTime(milliseconds: 0), contents: [])
    }

    @Test func `time commits, and report pending and failed ones`() async throws {
        let chat = ("log", "chat")
        let waiting = Mutex<[Double?]>([])
        let metrics = metrics
        let scripted = Scripted([nil, .fenced(name: "a", sequence: 1), .closed(place: "b"), nil]) {
            let value = try? metrics.expectMeter("tributary_commits_waiting", [chat]).lastValue
            waiting.withLock { $0.append(value) }
        }
        let log = MeasuredLog(scripted, as: "chat", with: metrics)
        try await log.append(Self.commit(3))
        await #expect(throws: ActionLogError.fenced(name: "a", sequence: 1)) {
            try await log.append(Self.commit(1))
        }
        await #expect(throws: ActionLogError.closed(place: "b")) { try await log.append(Self.commit(1)) }
        try await log.append(Self.commit(4))
        #expect(try metrics.expectTimer("tributary_commit", [chat]).values.count == 2)
        #expect(try count("tributary_entries", [chat]) == 7)
        #expect(try count("tributary_commits_failed", [chat, ("reason", "fenced")]) == 1)
        #expect(try count("tributary_commits_failed", [chat, ("reason", "other")]) == 1)
        #expect(waiting.withLock { $0 } == [1, 1, 1, 1])
        #expect(try metrics.expectMeter("tributary_commits_waiting", [chat]).lastValue == 0)
        #expect(try await log.commits(of: "a", after: 0, limit: 9).map(\.count) == [9])
        #expect(try await log.names() == ["a"])
    }
}
#endif
