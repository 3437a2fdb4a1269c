// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Foundation
import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryInspector

@Suite("An inspector", .timeLimit(.minutes(30)))
@MainActor
struct InspectorTests {
    private let driver = EffectDriver.immortal()

    private func makeStore() -> StoreOf<Garden> {
        driver.host { Store(initialState: Garden.State()) { Garden() } }
    }

    private func serve(_ store: StoreOf<Garden>, limits: InspectorLimits = InspectorLimits()) async throws
        -> Inspector
    {
        var configuration = InspectorConfiguration.testing
        configuration.limits = limits
        return try await Inspector.serve(store, name: "Garden", configuration: configuration) { Garden() }
    }

    @Test func `prints its address once, and lists its stores`() async throws {
        let lines = Lines()
        var configuration = InspectorConfiguration.testing
        configuration.print = { lines.append($0) }
        let store = makeStore()
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: configuration)
        let room = StoreActor(initialState: 0) { EmptyReducer<Int, Int>() }
        try await inspector.add(room, name: "Room")
        #expect(lines.all == ["Inspect Garden at \(inspector.address)"])
        let page = try await PageClient(inspector, greets: false)
        let hello = try await page.ask(["ask": "hello", "version": 2])
        let stores = try #require(hello["stores"]?.array)
        #expect(stores.map { $0["name"] } == ["Garden", "Room"])
        #expect(stores.map { $0["kind"] } == ["store", "actor"])
        #expect(stores[0]["canReplay"] == false)
        #expect(stores[0]["canType"] == true)
        #expect(stores[0]["canSet"] == true)
        #expect(hello["title"] == "Garden")
        #expect(hello["run"]?.string == inspector.server.hub.run)
        #expect(
            try await page.refusal(of: ["ask": "hello", "version": 9])?.contains("load it again") == true
        )
    }

    @Test func `names mounted reducers, and stores of their own`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let module = Store(initialState: 0) { EmptyReducer<Int, Int>() }
        try inspector.add(module, name: "Module")
        let page = try await PageClient(inspector)
        let line = #line
        let offers = store.mount(named: "Offers") { EmptyReducer<Garden.State, Garden.Action>() }
        var unnamed: ObservationToken? = store.mount { EmptyReducer<Garden.State, Garden.Action>() }
        let stores = { try await page.ask(["ask": "hello", "version": 2])["stores"]?.array ?? [] }
        #expect(try await stores().map { $0["name"] } == ["Garden", "Module"])
        let place = JSON.string("TributaryInspectorTests/InspectorTests.swift:\(line + 2)")
        #expect(try await stores().map { $0["mounted"] } == [["Offers", place], []])
        unnamed = nil
        #expect(try await stores().first?["mounted"] == ["Offers"])
        withExtendedLifetime((offers, unnamed)) {}
    }

    @Test func `shows actions, their changes, and the effects that they started and cancelled`()
        async throws
    {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        store.send(.grow)
        driver.run()
        store.send(.plant(.rename(id: 1, "Oak")))
        store.send(contentsOf: [.visit("Ada"), .rain(millimetres: 2)])
        let rows = try #require(try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array)
        #expect(rows.map { $0["title"] } == ["grow", "grown", "plant.rename", "visit", "rain", "add"])
        #expect(rows.map { $0["origin"] } == ["store", "effect", "store", "store", "store", "reducer"])
        #expect(rows.map { $0["cause"] } == [nil, 1, nil, nil, nil, 4])
        #expect(rows.map { $0["turn"] } == [1, 2, 3, 4, 4, 4])
        #expect(rows.map { $0["effects"] } == [1, 0, 0, 0, 0, 0])
        #expect(rows[1]["site"]?.string?.contains("Garden.swift:") == true)
        let difference = try await page.ask(["ask": "difference", "store": "s1", "number": 3])
        #expect(difference["changes"]?.array?.map { $0["label"] } == ["plants[id: 1].name"])
        let action = try await page.ask(["ask": "action", "store": "s1", "number": 1])
        #expect(action["followed"] == [2])
        let effect = try #require(action["effects"]?.array?.first)
        #expect(effect["name"] == "growing")
        #expect(effect["state"] == "ended")
        #expect(effect["sent"] == [2])
        let graph = try await page.ask(["ask": "graph", "store": "s1", "number": 2])
        #expect(graph["nodes"]?.array?.map { $0["number"] } == [1, 2])
        let followed = try await page.ask(["ask": "action", "store": "s1", "number": 6])
        #expect(followed["causes"] == [4])
        store.send(.grow)
        store.send(.stop)
        let effects = try await page.ask(["ask": "effects", "store": "s1"])["effects"]?.array
        #expect(effects?.first?["state"] == "cancelled")
        #expect(effects?.first?["cancelledBy"] == 8)
    }

    @Test func `shows states and their parts`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        store.send(.add(by: 2))
        store.send(.moveIn(.init(name: "Ada", password: "tell-nobody")))
        let state = try await page.ask(["ask": "value", "store": "s1", "number": 2, "depth": 3])
        #expect(!state.text.contains("tell-nobody"))
        let count: JSON = ["ask": "value", "store": "s1", "number": 1, "path": ["count"]]
        #expect(try await page.ask(count)["node"]?["text"] == "2")
        #expect(try await page.ask(count.with("of", "before"))["node"]?["text"] == "0")
        #expect(try await page.ask(count.with("of", "now"))["node"]?["text"] == "2")
        let pinned: JSON = [
            "ask": "pinned", "store": "s1", "number": .null, "paths": [["owner", "name"], ["nothing"]],
        ]
        #expect(
            try await page.ask(pinned)["nodes"]?.array?.map { $0["text"] ?? .null } == [#""Ada""#, .null]
        )
        let text: JSON = ["ask": "text", "store": "s1", "number": 2, "path": ["owner", "name"]]
        #expect(try await page.ask(text)["text"] == "Ada")
        #expect(try await page.ask(["ask": "cases", "store": "s1"])["cases"] == ["add", "moveIn"])
    }

    @Test func `makes the app show another state, and return`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        for _ in 1...3 { store.send(.add(by: 1)) }
        try await page.ask(["ask": "travel", "store": "s1", "number": 1])
        #expect(store.count == 1)
        #expect(store.isTravelling)
        _ = try await page.event { $0["stores"]?.array?.first?["travelling"] == 1 }
        store.send(.add(by: 10))
        let waiting = try await page.ask(["ask": "send", "store": "s1", "text": "add(by: 100)"])
        #expect(waiting["number"] == nil)
        try await page.ask(["ask": "comeBack", "store": "s1"])
        #expect(store.count == 113)
        try await page.ask(["ask": "travel", "store": "s1", "number": 0])
        #expect(store.count == 0)
        #expect(try await page.refusal(of: ["ask": "travel", "store": "s1", "number": 99]) != nil)
    }

    @Test func `continues from another state, clears, and returns`() async throws {
        let store = makeStore()
        store.send(.add(by: 5))
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        for _ in 1...3 { store.send(.add(by: 1)) }
        #expect(try await page.refusal(of: ["ask": "stay", "store": "s1"]) != nil)
        try await page.ask(["ask": "travel", "store": "s1", "number": 2])
        try await page.ask(["ask": "stay", "store": "s1"])
        #expect(store.count == 7)
        #expect(!store.isTravelling)
        let count = { try await page.ask(["ask": "rows", "store": "s1"])["total"] }
        #expect(try await count() == 2)
        try await page.ask(["ask": "commit", "store": "s1"])
        #expect(try await count() == 0)
        store.send(.add(by: 1))
        try await page.ask(["ask": "revert", "store": "s1"])
        #expect(store.count == 7)
        #expect(try await count() == 0)
        store.send(.double)
        let row = try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array?.first
        #expect(row?["title"] == "double")
        try await page.ask(["ask": "reset", "store": "s1"])
        #expect(store.count == 5)
    }

    @Test func `shows the result of omitting or moving actions`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        for action in [Garden.Action.add(by: 1), .double, .add(by: 3)] { store.send(action) }
        let answer = try await page.ask([
            "ask": "whatIf", "store": "s1", "moves": [["number": 2, "before": .null]],
        ])
        let other = try #require(answer["store"]?.string)
        #expect(answer["differs"] == 3)
        let value: JSON = ["ask": "value", "store": .string(other), "number": 2, "path": ["count"]]
        #expect(try await page.ask(value)["node"]?["text"] == "8")
        #expect(store.count == 5)
        let compare: JSON = [
            "ask": "compare", "store": "s1", "number": 3, "other": .string(other), "otherNumber": 2,
        ]
        #expect(try await page.ask(compare)["changes"]?.array?.first?["after"]?["text"] == "8")
        let skip: JSON = ["ask": "whatIf", "store": "s1", "skip": [1], "replace": .string(other)]
        #expect(try await page.ask(skip)["store"] != answer["store"])
        #expect(try await page.refusal(of: value) != nil)
        #expect(try await page.refusal(of: ["ask": "travel", "store": .string(other), "number": 1]) != nil)
    }

    @Test func `replays on another actor, so that the app continues`() async throws {
        let replayed = Mutex((onMainThread: 0, elsewhere: 0))
        let store = makeStore()
        var configuration = InspectorConfiguration.testing
        configuration.limits = InspectorLimits(actions: 1_000, states: 5)
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: configuration) {
            Reduce<Garden.State, Garden.Action> { state, action in
                replayed.withLock { places in
                    if Thread.isMainThread { places.onMainThread += 1 } else { places.elsewhere += 1 }
                }
                return Garden().reduce(into: &state, action: action)
            }
        }
        let page = try await PageClient(inspector)
        for _ in 1...60 { store.send(.add(by: 1)) }
        let condition: JSON = ["path": "count", "test": "equals", "value": "50"]
        let questions: [JSON] = [
            ["ask": "bisect", "store": "s1", "condition": condition],
            ["ask": "whatIf", "store": "s1", "skip": [2]],
            ["ask": "wouldDiffer", "store": "s1", "skip": [3]],
            ["ask": "minimize", "store": "s1", "condition": condition],
            ["ask": "test", "store": "s1", "from": 20, "to": 22],
            ["ask": "value", "store": "s1", "number": 12, "path": ["count"]],
        ]
        for question in questions {
            let before = replayed.withLock { $0.elsewhere }
            try await page.ask(question)
            #expect(replayed.withLock { $0.elsewhere } > before, "\(question)")
        }
        #expect(replayed.withLock { $0.onMainThread } == 0)
    }

    @Test func `sends typed actions`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        #expect(try await page.ask(["ask": "send", "store": "s1", "text": "add(by: 4)"])["number"] == 1)
        #expect(store.count == 4)
        #expect(
            try await page.refusal(of: ["ask": "send", "store": "s1", "text": "fly"])?.hasPrefix("This is no")
                == true
        )
        #expect(store.count == 4)
    }

    @Test func `keeps notes, and writes a test of a range`() async throws {
        let store = makeStore()
        let inspector = try await serve(store)
        let page = try await PageClient(inspector)
        store.send(.visit("Ada"))
        try await page.ask(["ask": "note", "store": "s1", "number": 1, "text": "here"])
        _ = try await page.event {
            $0["stores"]?.array?.first?["marks"] == [["note": "here", "number": 1]]
        }
        let test = try await page.ask(["ask": "test", "store": "s1", "from": 1, "to": 2])["text"]?.string
        #expect(
            test?.hasSuffix(
                """
                    await store.send(.visit("Ada")) {
                        // visits."Ada": nothing → 1
                    }
                    await store.receive(.add(by: 1)) {
                        $0.count = 1
                    }
                    await store.finish()
                }

                """
            ) == true
        )
        let target = "/export?token=\(inspector.server.token)&store=s1&form=test&from=1&to=2"
        #expect(try await PageClient.ask(inspector, "GET", target).body == test)
    }
}

/// Lines that are printed.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
#endif
