// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The state and the actions as sequences.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SequencesTests {}

extension SequencesTests {
    @Test func `every loop gets every settled value, beginning with the current one`() async {
        var store: StoreOf<Counter>? = Store(initialState: Counter.State(count: 1)) { Counter() }
        let loops = [store, store].compactMap { $0?.values(\.count) }
        for _ in 0..<3 { store?.send(.increment) }
        store?.send(contentsOf: [.increment, .increment])
        store?.send(.add(0))
        store = nil
        for values in loops {
            var heard: [Int] = []
            for await value in values { heard.append(value) }
            #expect(heard == [1, 2, 3, 4, 6])
        }
    }

    @Test func `a loop may request only the newest value`() async {
        let store = Store(initialState: Counter.State()) { Counter() }
        let values = store.values(\.count, bufferingPolicy: .bufferingNewest(1))
        for _ in 0..<5 { store.send(.increment) }
        store.close()
        var heard: [Int] = []
        for await value in values { heard.append(value) }
        #expect(heard == [5])
    }

    @Test func `a sequence of a closed store ends after the current value`() async {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let scope = store.scope(state: \.counter, action: \.counter)
        store.close()
        for values in [store.values(\.counter.count), scope.values(\.count)] {
            var heard: [Int] = []
            for await value in values { heard.append(value) }
            #expect(heard == [0])
        }
        for await record in store.actions { Issue.record("Never sent: \(record.action)") }
    }

    @Test func `a sequence that is kept keeps nothing of a closed store alive`() async {
        var store: StoreOf<Dashboard>? = Store(initialState: Dashboard.State()) { Dashboard() }
        weak let machine = store?.wholeMachine
        store?.close()
        let values = store?.scope(state: \.counter, action: \.counter).values(\.count)
        store = nil
        #expect(machine == nil)
        var heard: [Int] = []
        if let values { for await value in values { heard.append(value) } }
        #expect(heard == [0])
    }

    @Test func `a sequence of a scope outlives the scope's store, and ends with the whole one`() async {
        var store: StoreOf<Dashboard>? = Store(initialState: Dashboard.State()) { Dashboard() }
        let values = store?.scope(state: \.counter, action: \.counter).values(\.count)
        store?.send(.counter(.increment))
        store?.close()
        store = nil
        var heard: [Int] = []
        if let values { for await value in values { heard.append(value) } }
        #expect(heard == [0, 1])
    }

    @Test func `actions are received with their origin and the state after them`() async {
        let store = Store(initialState: Counter.State()) {
            Counter()
            Reduce { _, action in action == .add(1) ? .send(.add(10)) : .none }
        }
        let actions = store.actions
        store.send(.add(1))
        await store.send(.incrementLater).finish()
        store.close()
        var heard: [ActionRecord<Counter.State, Counter.Action>] = []
        for await record in actions { heard.append(record) }
        #expect(heard.map(\.action) == [.add(1), .add(10), .incrementLater, .increment])
        #expect(heard.map(\.origin) == [.store, .reducer, .store, .effect])
        #expect(heard.map(\.state.count) == [1, 11, 11, 12])
    }

    @Test
    func `law 2: listeners receive an action before the next is reduced, and theirs follow`() {
        let store = Store(initialState: [String]()) {
            Reduce { (state: inout [String], action: String) in
                state.append(action)
                return action == "1" ? .send("2") : .none
            }
        }
        var heard: [String] = []
        let token = store.onAction { record in
            heard.append("\(record.action) with \(record.state.count)")
            if record.action == "1" { store.send("3") }
        }
        store.send("1")
        #expect(heard == ["1 with 1", "2 with 2", "3 with 3"])
        #expect(store.state == ["1", "2", "3"])
        token.cancel()
        store.send("4")
        #expect(heard.count == 3)
    }

    @Test func `law 4: a listener receives nothing at first, and a scope only its own actions`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(.appendRow(id: 1))
        store.send(.appendRow(id: 2))
        var heard: [String] = []
        let rows = store.scope(state: \.rows, action: \.rows)
        let tokens = [
            store.scope(state: \.counter, action: \.counter).onAction {
                heard.append("counter \($0.state.count)")
            },
            rows[0].onAction { heard.append("row 1 \($0.state.counter.count)") },
        ]
        #expect(heard.isEmpty)
        store.send(.counter(.add(4)))
        store.send(.rows(.element(id: 2, action: .add(5))))
        store.send(.rows(.element(id: 1, action: .add(6))))
        store.send(.openSheet)
        #expect(heard == ["counter 4", "row 1 6"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `the end of a store ends each of many sequences, whether they are looped over or not`() {
        let objects = LiveObjects()
        let store = Store(initialState: Counter.State()) { Counter() }
        // A sequence that ends releases its element.
        let sequences = (0..<60).map { _ in
            let object = objects.make()
            return store.values { state in withExtendedLifetime(object) { state.count } }
        }
        store.send(.increment)
        #expect(objects.count == 60)
        store.close()
        #expect(objects.count == 0)
        withExtendedLifetime(sequences) {}
    }
}
