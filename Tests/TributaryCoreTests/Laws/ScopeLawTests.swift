// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 6: there is one state, and scopes are views of it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopeLawTests {}

extension ScopeLawTests {
    private func store() -> StoreOf<Dashboard> { Store(initialState: Dashboard.State()) { Dashboard() } }

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

    @Test func `law 6: a scope can be observed after all its earlier observers were dropped`() {
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

    @Test func `law 6: a scope is made in constant time, however deep it is`() {
        var scopes = [Store(initialState: Counter.State()) { Counter() }]
        // Quadratic in their number, this would take minutes, and with a recursion it would have no stack.
        for _ in 0..<100_000 { scopes.append(scopes[scopes.count - 1].scope(state: \.self)) }
        #expect(scopes[scopes.count - 2].scope(state: \.self) === scopes.last)
        // The deepest first, because each retains its parent.
        while scopes.popLast() != nil {}
    }

    @Test func `law 6: a scope retains its parent`() {
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

    @Test(arguments: StoreKind.allCases)
    func `law 6: an observer receives the state of the store`(kind: StoreKind) async {
        let store = await kind.diary()
        let heard = Heard<Bool>()
        let token = await store.observeState { [unowned store] in heard.append($0 == store.inside.state()) }
        await store.send(contentsOf: [.write("a"), .openSheet])
        await store.send(.sheet(.add(2)))
        #expect(heard.all == [true, true, true])
        token.cancel()
    }
}
