// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// Objects that subscribe, in the manner of ReSwift.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SubscriptionTests {
    /// Records the received values.
    @MainActor
    final class Listener<Value>: StoreSubscriber {
        private(set) var values: [Value] = []
        var onValue: (Value) -> Void = { _ in }

        func newState(_ value: Value) {
            values.append(value)
            onValue(value)
        }
    }

    private let store = Store(initialState: Counter.State()) { Counter() }

    private func send(_ amounts: Int...) {
        for amount in amounts { store.send(.add(amount)) }
    }

    @Test func `a subscriber is notified at once, then after every action`() {
        let listener = Listener<Counter.State>()
        let token = store.subscribe(listener) { $0 }
        #expect(listener.values.map(\.count) == [0])
        send(1, 0, 2)
        #expect(listener.values.map(\.count) == [0, 1, 1, 3])
        withExtendedLifetime(token) {}
    }

    @Test func `a subscriber is not retained, and its release ends the subscription`() {
        var listener: Listener<Int>? = Listener()
        weak let reference = listener
        var selections = 0
        let token = listener.map { listener in
            store.subscribe(listener) { whole in
                whole.select { state in
                    selections += 1
                    return state.count
                }
            }
        }
        send(1)
        listener = nil
        #expect(reference == nil)
        send(1)
        let selectionsBefore = selections
        send(1, 1)
        #expect(selections == selectionsBefore)
        withExtendedLifetime(token) {}
    }

    @Test func `a key path or a closure selects the reported value`() {
        let counts = Listener<Int>()
        let texts = Listener<String>()
        let tokens = [
            store.subscribe(counts) { $0.select(\.count) },
            store.subscribe(texts) { $0.select { "count \($0.count)" } },
        ]
        send(2)
        #expect(counts.values == [0, 2])
        #expect(texts.values == ["count 0", "count 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `repeats are skipped by a closure, given the old value and the new one`() {
        let listener = Listener<Counter.State>()
        var asked: [[Int]] = []
        let token = store.subscribe(listener) { whole in
            whole.skipRepeats { old, new in
                asked.append([old.count, new.count])
                return old.count / 10 == new.count / 10
            }
        }
        send(4, 4, 4, 4)
        #expect(listener.values.map(\.count) == [0, 12])
        #expect(asked == [[0, 4], [4, 8], [8, 12], [12, 16]])
        withExtendedLifetime(token) {}
    }

    @Test func `a condition sees the values of the last two turns, not the reported ones`() {
        let skipping = Listener<Int>()
        let only = Listener<Int>()
        let tokens = [
            store.subscribe(skipping) { $0.select(\.count).skip { $1 - $0 < 5 } },
            store.subscribe(only) { $0.select(\.count).only { $1 - $0 >= 5 } },
        ]
        send(4, 4, 5, 1, 9)
        #expect(skipping.values == [0, 13, 23])
        #expect(only.values == skipping.values)
        withExtendedLifetime(tokens) {}
    }

    @Test func `the first value is never skipped`() {
        let listener = Listener<Int>()
        let token = store.subscribe(listener) { $0.select(\.count).only { _, _ in false } }
        send(1, 1)
        #expect(listener.values == [0])
        withExtendedLifetime(token) {}
    }

    @Test func `conditions add up, also those before a selection`() {
        let listener = Listener<Int>()
        let token = store.subscribe(listener) { whole in
            whole.skip { $1.count == 3 }.select(\.count).only { $0 < $1 }.skip { $1 == 6 }
        }
        send(2, 1, 1, -1, 2, 1, 1)
        #expect(listener.values == [0, 2, 4, 5, 7])
        withExtendedLifetime(token) {}
    }

    @Test func `repeated equatable values are skipped, unless they are requested`() {
        let changes = Listener<Int>()
        let everything = Listener<Int>()
        let whole = Listener<Counter.State>()
        let tokens = [
            store.subscribe(changes) { $0.select(\.count) },
            store.subscribe(everything) { $0.select(\.count, automaticallySkipsRepeats: false) },
            store.subscribe(whole),
        ]
        send(0, 1, 0)
        #expect(changes.values == [0, 1])
        #expect(everything.values == [0, 0, 1, 1])
        #expect(whole.values.map(\.count) == [0, 1])
        withExtendedLifetime(tokens) {}
    }

    @Test func `an object that subscribes again replaces its subscription, and is notified again`() {
        let listener = Listener<Int>()
        let first = store.subscribe(listener) { $0.select(\.count) }
        send(1)
        let second = store.subscribe(listener) { $0.select { $0.count * 10 } }
        send(1)
        #expect(listener.values == [0, 1, 10, 20])
        first.cancel()
        send(1)
        #expect(listener.values == [0, 1, 10, 20, 30])
        second.cancel()
        send(1)
        #expect(listener.values == [0, 1, 10, 20, 30])
    }

    @Test func `subscribing again during a notification keeps the newer subscription`() {
        let listener = Listener<Int>()
        var inner: ObservationToken?
        listener.onValue = { [store, unowned listener] value in
            guard value == 0, inner == nil else { return }
            inner = store.subscribe(listener) { $0.select { $0.count + 100 } }
        }
        let outer = store.subscribe(listener) { $0.select(\.count) }
        send(1)
        #expect(listener.values == [0, 100, 101])
        withExtendedLifetime((outer, inner)) {}
    }

    @Test func `an object may subscribe to several scopes, and once to each`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let listener = Listener<Int>()
        let tokens = [
            store.subscribe(listener) { $0.select(\.counter.count) },
            store.scope(state: \.counter, action: \.counter).subscribe(listener) { $0.select(\.count) },
            store.scope(state: \.counter, action: \.counter).subscribe(listener) { $0.select { -$0.count } },
        ]
        #expect(listener.values == [0, 0, 0])
        store.send(.counter(.add(7)))
        #expect(listener.values == [0, 0, 0, 7, -7])
        withExtendedLifetime(tokens) {}
    }

    @Test func `subscribing and sending during a notification is allowed, and notifies no one twice`() {
        let first = Listener<Int>()
        let second = Listener<Int>()
        var tokens: [ObservationToken] = []
        first.onValue = { [store] value in
            guard value == 1 else { return }
            store.send(.add(10))
            tokens.append(store.subscribe(second) { $0.select(\.count) })
        }
        tokens.append(store.subscribe(first) { $0.select(\.count) })
        send(1)
        #expect(first.values == [0, 1, 11])
        #expect(second.values == [1, 11])
    }

    @Test func `subscribers and observers are notified in the order in which they were added`() {
        var order: [String] = []
        let listeners = (0..<4).map { number in
            let listener = Listener<Int>()
            listener.onValue = { order.append("\(number): \($0)") }
            return listener
        }
        var tokens = listeners[..<2].map { store.subscribe($0) { $0.select(\.count) } }
        tokens.append(store.observe(\.count) { order.append("observer: \($0)") })
        tokens += listeners[2...].map { store.subscribe($0) { $0.select(\.count) } }
        order = []
        send(1)
        #expect(order == ["0: 1", "1: 1", "observer: 1", "2: 1", "3: 1"])
        withExtendedLifetime((tokens, listeners)) {}
    }

    @Test func `many objects that subscribe repeatedly are each notified once`() {
        let listeners = (0..<60).map { _ in Listener<Int>() }
        var tokens: [ObservationToken] = []
        for _ in 0..<3 {
            for listener in listeners { tokens.append(store.subscribe(listener) { $0.select(\.count) }) }
        }
        send(5)
        #expect(listeners.allSatisfy { $0.values == [0, 0, 0, 5] })
        withExtendedLifetime(tokens) {}
    }
}
