// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import MetricsTestKit
import Testing
import TributaryCore
import TributaryJournal
import TributaryServer
import TributaryTesting

@Suite("A store that is measured", .timeLimit(.minutes(30)))
struct MeasuredStoreTests {
    private let metrics = TestMetrics()
    private let store = ("store", "shop")

    private func count(_ label: String, _ dimensions: [(String, String)] = []) throws -> Int64 {
        try metrics.expectCounter(label, [store] + dimensions).totalValue
    }

    private func waiting(_ label: String = "tributary_actions_waiting") throws -> [Double] {
        try metrics.expectRecorder(label, [store]).values
    }

    @Test func `reports the maximum of pending actions, turn by turn`() async throws {
        let shop = Shop.open()
        await shop.measure(as: "shop", with: metrics)
        await shop.send(.noted)
        await shop.send(contentsOf: [.noted, .noted, .noted, .noted])
        #expect(try waiting() == [0, 3])
        // Actions of other threads wait, too, until a turn empties the inbox.
        await shop.withMachine { [handle = await shop.handle] machine in
            for _ in 0..<3 { handle.send(.noted) }
            #expect(machine.waiting.actions == 3)
            machine.send(.noted)
            #expect(machine.waiting.actions == 0)
        }
        #expect(try waiting() == [0, 3, 2, 0])
        #expect(try waiting("tributary_store_commits_waiting") == [])
    }

    @Test func `reports the number of commits in flight when another was made`() async throws {
        let log = HeldLog(MemoryLog())
        let till = try await Journal(log).open("till", initialState: Till.State()) { Till() }
        await till.measure(as: "shop", with: metrics)
        let held = log.hold()
        let tasks = [
            await till.send(.wrap("a")), await till.send(.wrap("b")), await till.send(.wrap("c")),
        ]
        #expect(try waiting("tributary_store_commits_waiting") == [0, 1, 2])
        held.goOn()
        for task in tasks { try await task.committed() }
        try await till.send(.wrap("d")).committed()
        #expect(try waiting("tributary_store_commits_waiting").last == 0)
    }

    @Test func `loses none of 100,000 actions, alone and in one turn`() async throws {
        let shop = Shop.open()
        await shop.measure(as: "shop", with: metrics)
        await shop.withMachine { machine in for _ in 0..<100_000 { machine.send(.noted) } }
        await shop.send(contentsOf: Array(repeating: Shop.Action.noted, count: 100_000))
        #expect(try count("tributary_actions", [("origin", "store")]) == 200_000)
        #expect(try count("tributary_turns") == 100_001)
        #expect(try waiting().count == 100_001)
        #expect(try waiting().max() == 99_999)
    }

    @Test func `is measured until it is closed, and not afterwards`() async throws {
        let shop = Shop.open { for await _ in AsyncStream<Void>.makeStream().stream {} }
        await shop.measure(as: "shop", with: metrics)
        await shop.send(Shop.order)
        let running = try metrics.expectMeter("tributary_effects_running", [store])
        #expect(running.lastValue == 1)
        await DiagnosticReporter.$current.withValue(.silent) {
            await shop.close()
            await shop.send(.noted)
            // A store that is already closed has no metrics.
            await shop.measure(as: "late", with: metrics)
            await shop.send(.noted)
        }
        #expect(running.lastValue == 0)
        #expect(try count("tributary_actions", [("origin", "store")]) == 1)
        #expect(try metrics.expectCounter("tributary_turns", [("store", "late")]).totalValue == 0)
    }

    @Test func `is held by nothing that looks on`() async throws {
        var shop: StoreActor<Shop.State, Shop.Action>? = Shop.open()
        weak let gone = shop
        await shop?.measure(as: "shop", with: metrics)
        await shop?.send(Shop.order).finish()
        shop = nil
        #expect(gone == nil)
        #expect(try count("tributary_effects") == 1)
    }

    @Test(arguments: ["", "a\nb", "\u{0}", "{\"x\"}", String(repeating: "x", count: 100_000)])
    func `gives its name to the metrics as it is, and to no label`(name: String) async throws {
        let shop = Shop.open()
        await shop.measure(as: name, with: metrics)
        await shop.send(.noted)
        #expect(try metrics.expectCounter("tributary_turns", [("store", name)]).totalValue == 1)
    }
}
#endif
