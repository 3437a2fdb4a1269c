// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// How a store is made, read and sent to.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct StoreTests {}

extension StoreTests {
    @Test func `observers are notified after the change, in order, and not without a change`() {
        let store = Store(initialState: 0) { Update { (state: inout Int, action: Int) in state = action } }
        var heard: [String] = []
        let tokens = ["a", "b", "c"].map { name in
            store.observe { [store] in heard.append("\(name) \($0) \(store.state)") }
        }
        heard = []
        store.send(4)
        store.send(4)
        #expect(heard == ["a 4 4", "b 4 4", "c 4 4"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `a state is read, and changed by sending alone`() {
        let state: AnyKeyPath = \Store<Int, Int>.state
        let property: AnyKeyPath = \Store<Counter.State, Counter.Action>.count
        #expect(state is KeyPath<Store<Int, Int>, Int>)
        #expect(!(state is ReferenceWritableKeyPath<Store<Int, Int>, Int>))
        #expect(property is KeyPath<StoreOf<Counter>, Int>)
        #expect(!(property is ReferenceWritableKeyPath<StoreOf<Counter>, Int>))
    }

    @Test func `a store is made of an erased reducer, whose type is of no interest`() {
        func make(_ isDoubling: Bool) -> Store<Int, Int> {
            let reducer: AnyReducer<Int, Int> =
                isDoubling
                ? AnyReducer(Update { $0 += 2 * $1 })
                : AnyReducer(Update { $0 += $1 })
            return Store(initialState: 1) { reducer }
        }
        for (isDoubling, expected) in [(true, 7), (false, 4)] {
            let store = make(isDoubling)
            store.send(3)
            #expect(store.state == expected)
        }
    }

    @Test func `the initial state is made once, when the store is`() {
        var made = 0
        func initialState() -> Int {
            made += 1
            return made
        }
        let store = Store(initialState: initialState()) {
            Update { (state: inout Int, action: Int) in state += action }
        }
        #expect(made == 1)
        store.send(1)
        #expect(store.state == 2 && made == 1)
    }

    @Test func `a thousand actions in response to one are one notification, and listeners get each`() {
        let store = Store(initialState: 0) {
            Reduce { (state: inout Int, action: Int) in
                state += 1
                return action > 0 ? .send(action - 1) : .none
            }
        }
        var states: [Int] = []
        var actions = 0
        let tokens = [store.observe { states.append($0) }, store.onAction { _ in actions += 1 }]
        store.send(1_000)
        #expect(states == [0, 1_001])
        #expect(actions == 1_001)
        withExtendedLifetime(tokens) {}
    }

    @Test func `a listener that sends after each action of a group is served after the whole group`() {
        let store = Store(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let token = store.onAction { [store] in if $0.action < 10 { store.send($0.action + 10) } }
        store.send(contentsOf: [1, 2, 3])
        #expect(store.state == [1, 2, 3, 11, 12, 13])
        token.cancel()
    }

    @Test func `a group may be any sequence, and a lazy one is iterated once`() {
        var asked = 0
        let store = Store(initialState: 0) { Update { (state: inout Int, action: Int) in state += action } }
        store.send(
            contentsOf: (1...4).lazy.map { number in
                asked += 1
                return number
            }
        )
        store.send(contentsOf: Set([10, 20]))
        #expect(store.state == 40 && asked == 4)
    }

    @Test func `actions may be of any conforming type, and reducers handle their own`() {
        struct Add: Event { var amount: Int }
        struct Reset: Event {}
        struct Unknown: Event {}
        let store = Store(initialState: 0) {
            Update { (state: inout Int, event: any Event) in
                if let add = event as? Add { state += add.amount }
            }
            Update { (state: inout Int, event: any Event) in if event is Reset { state = 0 } }
        }
        store.send(Add(amount: 3))
        store.send(Unknown())
        #expect(store.state == 3)
        store.send(Reset())
        #expect(store.state == 0)
    }

    @Test func `the state is assigned once, at its end, as far as can be observed`() {
        let store = Store(initialState: 0) {
            Reduce { (state: inout Int, action: Int) in
                state = action
                return action < 3 ? .send(action + 1) : .none
            }
        }
        var seen: [Int] = []
        let token = store.observe { [store] _ in seen.append(store.state) }
        store.send(1)
        #expect(seen == [0, 3])
        token.cancel()
    }

    @Test func `reading in place does not wait for sends from elsewhere, and they wait for the reader`() {
        let store = Store(initialState: [1]) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let counts = store.withState { state in
            store.send(2)
            return [state.count, store.state.count]
        }
        #expect(counts == [1, 1])
        #expect(store.state == [1, 2])
    }
}

private protocol Event {}
