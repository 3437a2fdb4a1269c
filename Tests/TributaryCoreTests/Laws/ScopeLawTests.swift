// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 6, 7 and 10: scopes are lenses, absent children are told, and nobody reads while a reducer writes.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopeLawTests {
    private func store(_ recorder: DiagnosticRecorder = DiagnosticRecorder()) -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `law 6: a scope shows the parent's state and sends the parent's actions`() {
        let store = store()
        let scope = store.scope(state: \.counter, action: \.counter)
        scope.send(.add(3))
        #expect(store.counter.count == 3)
        store.send(.counter(.increment))
        #expect(scope.count == 4)
        #expect(scope.state == store.state.counter)
    }

    @Test func `law 6: the same path gives the same object while it lives`() {
        let store = store()
        store.send(contentsOf: [.openSheet, .openScreen])
        let counter = store.scope(state: \.counter, action: \.counter)
        #expect(counter === store.scope(state: \.counter, action: \.counter))
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        #expect(sheet != nil && sheet === store.scope(state: \.sheet, action: \.sheet))
        let screen = store.scope(case: \.screen.detail, action: \.screen)
        #expect(screen != nil && screen === store.scope(case: \.screen.detail, action: \.screen))
        weak var released: StoreOf<Counter>?
        do {
            let other = store.scope(state: \.counter, action: \.sheet)
            #expect(other !== counter)
            released = other
        }
        #expect(released == nil)
    }

    @Test func `law 6: a path is the same however its key path was made, among any number of paths`() {
        struct Numbers { var values = Array(0..<40) }
        let store = Store(initialState: Numbers()) {
            Update { (state: inout Numbers, index: Int) in state.values[index] += 1 }
        }
        let scopes = (0..<40).map { store.scope(state: \.values[$0]) }
        for index in 0..<40 {
            #expect(scopes[index] === store.scope(state: (\Numbers.values).appending(path: \.[index])))
        }
        store.send(7)
        #expect(scopes.map(\.state) == Array(0..<7) + [8] + Array(8..<40))
    }

    @Test func `law 6: what is observed in a scope is heard after everything there was dropped before`() {
        let store = store()
        var heard: [Int] = []
        for round in 0..<3 {
            let counter = store.scope(state: \.counter, action: \.counter)
            let token = counter.observe(\.count) { heard.append($0) }
            store.send(.counter(.increment))
            #expect(heard == [round, round + 1])
            withExtendedLifetime(token) {}
            token.cancel()
            heard = []
        }
        store.send(.counter(.increment))
        #expect(heard.isEmpty && store.counter.count == 4)
    }

    @Test func `law 6: a scope keeps its parent alive`() {
        var scope: Store<Int, Counter.Action>?
        weak var parent: StoreOf<Dashboard>?
        do {
            let store = store()
            parent = store
            scope = store.scope(state: \.counter, action: \.counter).scope(state: \.count)
        }
        #expect(parent != nil)
        scope?.send(.increment)
        #expect(scope?.state == 1)
        scope = nil
        #expect(parent == nil)
    }

    @Test func `law 6: a key path that can only be read is enough`() {
        struct Named { var first = "A", last = "B"; var full: String { first + last } }
        let store = Store(initialState: Named()) {
            Update { (state: inout Named, name: String) in state.first = name }
        }
        let full = store.scope(state: \.full)
        full.send("C")
        #expect(full.state == "CB")
    }

    @Test func `a scope of a child that is absent is nil`() {
        let store = store()
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        #expect(sheet == nil)
        let screen: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
        #expect(screen == nil)
    }

    @Test(arguments: [
        Dashboard.Action.sheet(.increment), .screen(.add(2)), .rows(.element(id: 7, action: .increment)),
    ])
    func `law 7: an action for an absent child changes nothing and is one diagnostic`(
        action: Dashboard.Action
    ) {
        let recorder = DiagnosticRecorder()
        let store = store(recorder)
        let before = store.state
        store.send(action)
        #expect(store.state == before)
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics.first?.action?.isEmpty == false)
        #expect(recorder.diagnostics.first?.site?.fileID == "TributaryTestSupport/Dashboard.swift")
    }

    @Test func `law 7: present children take their actions, and nothing is complained about`() {
        let recorder = DiagnosticRecorder()
        let store = store(recorder)
        store.send(contentsOf: [.openSheet, .openScreen, .appendRow(id: 7), .appendRow(id: 8)])
        store.send(contentsOf: [
            .sheet(.increment), .screen(.add(2)), .rows(.element(id: 8, action: .add(3))),
        ])
        #expect(store.sheet?.count == 1)
        #expect(store.screen == .detail(Counter.State(count: 2)))
        #expect(store.rows.map(\.counter.count) == [0, 3])
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `law 10: reading the state inside a reducer stops with the action's name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                final class Box { var store: Store<Int, String>? }
                let box = Box()
                let store = Store(initialState: 0) {
                    Update { (state: inout Int, _: String) in state = box.store?.state ?? 0 }
                }
                box.store = store
                store.send("the culprit")
            }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("TRIBUTARY-002"))
        #expect(output.contains("the culprit"))
    }

    @Test func `reading a scope whose state is gone stops with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = Store(initialState: Dashboard.State()) { Dashboard() }
                store.send(.openSheet)
                let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
                store.send(.closeSheet)
                _ = sheet?.state
            }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("TRIBUTARY-007"))
    }
}
