// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector && os(Linux)
import Testing
import TributaryCore

@testable import TributaryInspector

@Suite("Where an action was sent", .timeLimit(.minutes(30)))
@MainActor
struct CallSiteTests {
    private let store = Store(initialState: Garden.State()) { Garden() }

    private func serve() async throws -> (Inspector, PageClient, History<Garden.State, Garden.Action>) {
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing) { Garden() }
        let timeline = store.wholeMachine?.inspector as? Timeline<Garden.State, Garden.Action>
        return (inspector, try await PageClient(inspector), try #require(timeline).history)
    }

    /// The sites of all actions, each as the line after the first of the test.
    private func lines(_ page: PageClient, _ found: FoundSites, after line: Int) async throws -> [Int?] {
        // Looked up when it is asked for.
        try await page.ask(["ask": "rows", "store": "s1"])
        await found.isSettled()
        let rows = try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array ?? []
        return try rows.map { row in
            guard let site = row["site"]?.string else { return nil }
            let file = "TributaryInspectorTests/CallSiteTests.swift:"
            return try #require(site.hasPrefix(file) ? Int(site.dropFirst(file.count)) : nil, "\(site)")
                - line
        }
    }

    @Test func `is shown for each line that sends`() async throws {
        let (inspector, page, history) = try await serve()
        let scope = store.scope(state: \.count)
        let line = #line
        store.send(.add(by: 1))
        for _ in 0..<2 {
            store.send(.double)
        }
        scope.send(.double)
        [Garden.Action.double].forEach { store.send($0) }
        #expect(try await lines(page, history.sites.found, after: line) == [1, 3, 3, 5, 6])
        // The filter waits for what is looked up, and whoever looks is told.
        store.send(.double)
        let filtered: JSON = ["ask": "rows", "store": "s1", "filter": ["file": "CallSiteTests"]]
        #expect(try await page.ask(filtered)["total"] == 5)
        await history.sites.found.isSettled()
        #expect(try await page.ask(filtered)["total"] == 6)
        #expect(try await page.ask(filtered)["complete"] == true)
        withExtendedLifetime(inspector) {}
    }

    @Test func `is captured once for each way to it`() async throws {
        let (inspector, _, history) = try await serve()
        // The compiler may make a few calls of one in a loop.
        for _ in 0..<100 { store.send(.add(by: 1)) }
        let ways = Set(history.entries.compactMap(\.site))
        #expect(history.entries.count == 100 && (1...10).contains(ways.count), "\(ways.count)")
        withExtendedLifetime(inspector) {}
    }

    @Test func `is that of whoever awaits the library, however far away`() async throws {
        let (inspector, page, history) = try await serve()
        let line = #line
        await store.doubleLater()
        await store.doubleLater()
        await store.doubleAfterThat()
        await store.doubleAfterThat()
        #expect(try await lines(page, history.sites.found, after: line) == [1, 2, 3, 4])
        withExtendedLifetime(inspector) {}
    }

    @Test func `is shown for none that was reduced elsewhere, or that was typed`() async throws {
        let (inspector, page, history) = try await serve()
        let token = store.onAction { [store] record in
            if record.action == .add(by: 1) { store.send(.double) }
        }
        let line = #line
        store.send(.visit("Ada"))
        store.send(contentsOf: [.double, .rain(millimetres: 1)])
        try await page.ask(["ask": "send", "store": "s1", "text": "double"])
        let titles = try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array?.map { $0["title"] }
        #expect(titles == ["visit", "add", "double", "double", "rain", "double"])
        #expect(try await lines(page, history.sites.found, after: line) == [1, nil, nil, nil, nil, nil])
        withExtendedLifetime((inspector, token)) {}
    }

    @Test func `is shown where an actor's store is awaited, and what would be has it, too`() async throws {
        let room = StoreActor(initialState: Garden.State()) { Garden() }
        let inspector = try await Inspector.serve(room, name: "Room", configuration: .testing) { Garden() }
        let page = try await PageClient(inspector)
        let line = #line
        await room.send(.add(by: 1))
        await room.send(.double)
        let found = await room.withMachine { machine in
            (machine.inspector as? Timeline<Garden.State, Garden.Action>)?.history.sites.found
        }
        #expect(try await lines(page, try #require(found), after: line) == [1, 2])
        let copy = try await page.ask(["ask": "whatIf", "store": "s1", "skip": [1]])["store"] ?? .null
        let rows = try await page.ask(["ask": "rows", "store": copy])["rows"]?.array
        #expect(
            rows?.last?["site"]?.string?.hasPrefix("TributaryInspectorTests/CallSiteTests.swift:") == true
        )
    }
}

// What extends a store counts as the library's.
extension Store<Garden.State, Garden.Action> {
    @inline(never)
    fileprivate func doubleLater() async {
        await Task.yield()
        send(.double)
    }

    @inline(never)
    fileprivate func doubleAfterThat() async {
        await doubleLater()
        await Task.yield()
    }
}
#endif
