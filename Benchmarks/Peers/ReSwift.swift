// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ReSwift

private struct Increment: ReSwift.Action {}

private struct IncrementOne: ReSwift.Action { let id: Int }

private struct Counted { var count = 0 }

private struct Values { var values: [Int] }

private final class Subscriber: ReSwift.StoreSubscriber {
    var sum = 0
    func newState(state: Int) { sum &+= state }
}

@MainActor
private func growthOfReSwift(_ size: Int) async -> Double {
    let store = ReSwift.Store<Values>(
        reducer: { action, state in
            var state = state ?? Values(values: [])
            if let action = action as? IncrementOne { state.values[action.id] &+= 1 }
            return state
        },
        state: Values(values: Array(repeating: 0, count: size))
    )
    let subscribers = (0..<size).map { _ in Subscriber() }
    for (id, subscriber) in subscribers.enumerated() {
        store.subscribe(subscriber) { $0.select { $0.values[id] } }
    }
    let time = await least { count in for _ in 0..<count { store.dispatch(IncrementOne(id: size / 2)) } }
    return withExtendedLifetime(subscribers) { time }
}

@MainActor
func measureReSwift() async -> Row {
    let store = ReSwift.Store<Counted>(
        reducer: { action, state in
            var state = state ?? Counted()
            if action is Increment { state.count &+= 1 }
            return state
        },
        state: Counted()
    )
    var row = Row(name: "ReSwift")
    row.send = await least { count in for _ in 0..<count { store.dispatch(Increment()) } }
    let subscribers = (0..<10).map { _ in Subscriber() }
    for subscriber in subscribers { store.subscribe(subscriber) { $0.select { $0.count } } }
    row.observers = await least { count in for _ in 0..<count { store.dispatch(Increment()) } }
    for size in sizes { row.growth[size] = await growthOfReSwift(size) }
    return withExtendedLifetime(subscribers) { row }
}
