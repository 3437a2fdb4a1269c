// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryInspector

@Suite("The end of an inspector", .timeLimit(.minutes(30)))
@MainActor
struct InspectorEndingTests {
    private func makeStore() -> StoreOf<Garden> { Store(initialState: Garden.State()) { Garden() } }

    @Test func `leaves the store as it was`() async throws {
        let store = makeStore()
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing)
        #expect(store.wholeMachine?.inspections.count == 1)
        await inspector.end()
        #expect(store.wholeMachine?.inspections.isEmpty == true)
        store.send(.add(by: 1))
        #expect(store.count == 1)
        await #expect(throws: (any Error).self) { try await PageClient.ask(inspector, "GET", "/") }
        // Another one can look.
        _ = try await Inspector.serve(store, name: "Garden", configuration: .testing)
    }

    @Test func `happens with the last of its stores`() async throws {
        var store: StoreOf<Garden>? = makeStore()
        var other: StoreOf<Garden>? = makeStore()
        let inspector = try await Inspector.serve(
            try #require(store),
            name: "Garden",
            configuration: .testing
        )
        try inspector.add(try #require(other), name: "Other")
        let page = try await PageClient(inspector)
        store = nil
        #expect(try await page.event() == ["event": "gone", "stores": ["s1"]])
        #expect(inspector.server.hub.slots.map(\.id) == ["s2"])
        other = nil
        // The server closes the connection.
        await #expect(throws: (any Error).self) { while true { _ = try await page.event() } }
        #expect(inspector.server.hub.slots.isEmpty)
    }

    @Test func `does not happen with a closed store, which can still be inspected`() async throws {
        let store = makeStore()
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing)
        let page = try await PageClient(inspector)
        store.send(.add(by: 1))
        store.close()
        let hello = try await page.ask(["ask": "hello", "version": 2])
        #expect(hello["stores"]?.array?.first?["open"] == false)
        #expect(try await page.ask(["ask": "rows", "store": "s1"])["total"] == 1)
        #expect(
            try await page.refusal(of: ["ask": "send", "store": "s1", "text": "grow"])
                == "The store is closed."
        )
        #expect(try await page.refusal(of: ["ask": "revert", "store": "s1"]) == "The store is closed.")
    }

    @Test func `retains no store`() async throws {
        var store: StoreOf<Garden>? = makeStore()
        weak let released = store
        let inspector = try await Inspector.serve(
            try #require(store),
            name: "Garden",
            configuration: .testing
        ) { Garden() }
        let page = try await PageClient(inspector)
        store?.send(.add(by: 1))
        _ = try await page.event()
        store = nil
        #expect(released == nil)
    }

    @Test func `is one at most, and for whole stores`() async throws {
        let store = makeStore()
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing)
        #expect(throws: InspectorError.alreadyInspected) { try inspector.add(store, name: "Again") }
        let scope = store.scope(state: \.count)
        #expect(throws: InspectorError.notWhole) { try inspector.add(scope, name: "Scope") }
        #expect(inspector.server.hub.slots.count == 1)
    }

    @Test func `a port that is in use is reported`() async throws {
        let (store, other) = (makeStore(), makeStore())
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing)
        var configuration = InspectorConfiguration.testing
        configuration.port = inspector.server.port
        do {
            _ = try await Inspector.serve(other, name: "Garden", configuration: configuration)
            Issue.record("The port was given twice.")
        } catch {
            guard case .notServed? = error as? InspectorError else { throw error }
        }
        withExtendedLifetime((inspector, store, other)) {}
    }

    @Test func `a store on an actor of its own is inspected in the same words`() async throws {
        let room = StoreActor(initialState: Garden.State()) { Garden() }
        let inspector = try await Inspector.serve(room, name: "Room", configuration: .testing) { Garden() }
        let page = try await PageClient(inspector)
        await room.send(.add(by: 2))
        try await page.ask(["ask": "send", "store": "s1", "text": "double"])
        #expect(await room.count == 4)
        try await page.ask(["ask": "travel", "store": "s1", "number": 1])
        #expect(await room.count == 2)
        let answer = try await page.ask(["ask": "whatIf", "store": "s1", "skip": [1]])
        #expect(answer["differs"] == 1)
        try await page.ask(["ask": "revert", "store": "s1"])
        #expect(await room.count == 0)
    }
}
#endif
