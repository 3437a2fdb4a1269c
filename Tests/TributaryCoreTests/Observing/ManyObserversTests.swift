// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// More than a thousand observers that are evaluated in vain are reported (TRIBUTARY-047).
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ManyObserversTests {
    private let recorder = DiagnosticRecorder()
}

extension ManyObserversTests {
    private func store(rows: Int) -> StoreOf<Board> {
        Store(initialState: Board.State(rows: rows)) {
            Board()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test(arguments: WayToObserve.all.filter { $0.evaluation == .everyTurn && !$0.isShared })
    func `observers of a store or a scope are reported once`(way: WayToObserve) throws {
        let store = store(rows: 3)
        var observations = (0..<1_000).map { _ in way.observe(store) }
        store.send(.nothing)
        #expect(recorder.identifiers.isEmpty, "A thousand are not more than a thousand")
        observations.append(way.observe(store))
        store.send(.touch)
        #expect(recorder.identifiers.isEmpty, "Their value has changed")
        store.send(.nothing)
        store.send(.nothing)
        let diagnostic = try #require(recorder.diagnostics.first)
        #expect(recorder.identifiers == [.manyObservers])
        #expect(diagnostic.message.contains("1001 observers") && diagnostic.message.contains("Board.State"))
        #expect(diagnostic.remedy.contains("scope(rows:"))
        withExtendedLifetime(observations) {}
    }

    @Test func `so are those of which a few have changed`() {
        let store = store(rows: 1_500)
        let tokens = (0..<1_500).map { id in store.observe(\.rows[id: id]?.count) { _ in } }
        store.send(.touchRow(7))
        #expect(recorder.identifiers == [.manyObservers])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: WayToObserve.inRows) func `observers of rows are not reported`(way: WayToObserve) {
        let store = store(rows: 1_100)
        let observations = (0..<1_100).map { way.observe(store, row: $0) }
        // The first turn evaluates all of them, and so does one that replaces the collection.
        for action in [Board.Action.nothing, .touchRow(1), .copyRows, .nothing] { store.send(action) }
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime(observations) {}
    }

    @Test func `a store on an actor reports them, too`() async {
        let store = StoreActor(initialState: Board.State()) {
            Board()
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
        var tokens: [ObservationToken] = []
        for _ in 0...1_000 { await tokens.append(store.observe(\.tile.count) { _ in }) }
        await store.send(.nothing)
        #expect(recorder.identifiers == [.manyObservers])
        withExtendedLifetime(tokens) {}
    }
}
