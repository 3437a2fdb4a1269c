// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Observers, listeners, and subscribers: the values that they receive, and until when.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ObservingTests {
    private let store = Store(initialState: Counter.State()) { Counter() }
}

extension ObservingTests {
    /// An object with a method to be called, as subscribers and delegates have one.
    @MainActor
    private final class Subscriber {
        var heard: [Int] = []
        var token: ObservationToken?
        func newState(_ count: Int) { heard.append(count) }
    }

    @Test func `an object subscribes with a method, is not retained, and is removed after its release`() {
        weak var gone: Subscriber?
        do {
            let subscriber = Subscriber()
            gone = subscriber
            subscriber.token = store.observe(\.count) { [weak subscriber] in subscriber?.newState($0) }
            store.send(.increment)
            #expect(subscriber.heard == [0, 1])
        }
        #expect(gone == nil)
        store.send(.increment)
        #expect(store.count == 2)
    }

    @Test func `subscribing again replaces the subscription, and delivers the current value again`() {
        let subscriber = Subscriber()
        for _ in 0..<2 {
            subscriber.token = store.observe(\.count) { [weak subscriber] in subscriber?.newState($0) }
        }
        #expect(subscriber.heard == [0, 0])
        store.send(.increment)
        #expect(subscriber.heard == [0, 0, 1])
    }

    @Test func `tokens are collected in a bag, which ends them all`() {
        var heard: [String] = []
        var bag: [ObservationToken] = []
        bag.append(store.observe(\.count) { heard.append("count \($0)") })
        bag.append(store.onAction { heard.append("\($0.action)") })
        store.send(.increment)
        bag.removeAll()
        store.send(.increment)
        #expect(heard == ["count 0", "increment", "count 1"])
    }

    @Test func `a listener receives every action, even one that changed nothing`() {
        var heard: [Int] = []
        let token = store.onAction { heard.append($0.state.count) }
        store.send(contentsOf: [.add(0), .increment, .add(0)])
        #expect(heard == [0, 1, 1])
        token.cancel()
    }

    @Test func `listeners receive the state after the reducers, and before observers`() {
        var heard: [String] = []
        let tokens = [
            store.observe(\.count) { heard.append("state \($0)") },
            store.onAction { heard.append("action with \($0.state.count)") },
        ]
        store.send(.increment)
        #expect(heard == ["state 0", "action with 1", "state 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `the first delivery is never skipped, whatever the predicate returns`() {
        var heard: [Int] = []
        let token = store.observe(\.count, removeDuplicates: { _, _ in true }) { heard.append($0) }
        store.send(.increment)
        #expect(heard == [0])
        token.cancel()
    }

    @Test func `a predicate filters notifications: only accepted values become the old value`() {
        var compared: [String] = []
        var heard: [Int] = []
        let token = store.observe(\.count) { old, new in
            compared.append("\(old) \(new)")
            return new % 2 == 1
        } onChange: {
            heard.append($0)
        }
        for _ in 0..<4 { store.send(.increment) }
        #expect(heard == [0, 2, 4])
        #expect(compared == ["0 1", "0 2", "2 3", "2 4"])
        token.cancel()
    }

    @Test func `skipping of duplicates can be turned off, even for equatable values`() {
        var heard: [Int] = []
        let token = store.observe(\.count, removeDuplicates: { _, _ in false }) { heard.append($0) }
        store.send(.add(0))
        store.send(.add(0))
        #expect(heard == [0, 0, 0])
        token.cancel()
    }

    @Test func `a closure selects from several places at once`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        var heard: [[Int]] = []
        let token = store.observe {
            [$0.counter.count, $0.rows.count]
        } onChange: {
            heard.append($0)
        }
        store.send(.openSheet)
        store.send(contentsOf: [.counter(.increment), .appendRow(id: 1)])
        #expect(heard == [[0, 0], [1, 1]])
        token.cancel()
    }

    @Test func `a deep key path through an optional is observed, from nil to value to nil`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        var heard: [Int?] = []
        let token = store.observe(\.sheet?.count) { heard.append($0) }
        store.send(.openSheet)
        store.send(.sheet(.add(2)))
        store.send(.closeSheet)
        #expect(heard == [nil, 0, 2, nil])
        token.cancel()
    }

    @Test func `dead observers cost nothing: a send takes the fast path again`() {
        let machine = Machine(initialState: 0) {
            Update { (state: inout Int, action: Int) in state += action }
        }
        var selections = 0
        var tokens = (0..<100).map { _ in
            machine.observe({ state in
                selections += 1
                return state
            }) { (_: Int) in }
        }
        selections = 0
        machine.send(1)
        #expect(selections == 100)
        tokens.removeFirst(99)
        machine.send(1)
        #expect(selections == 101)
        tokens.removeAll()
        machine.send(1)
        machine.send(1)
        #expect(selections == 101 && machine.state == 4)
    }
}
