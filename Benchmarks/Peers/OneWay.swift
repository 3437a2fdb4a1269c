// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import OneWay

private struct Counter: OneWay.Reducer {
    enum Action: Sendable { case increment, work }
    func reduce(state: inout Int, action: Action) -> AnyEffect<Action> {
        switch action {
        case .increment:
            state &+= 1
            return .none
        case .work:
            return .single { .increment }
        }
    }
}

@MainActor
func measureOneWay() async -> Row {
    let store = OneWay.Store(reducer: Counter(), state: 0)
    var row = Row(name: "OneWay")
    row.send = await least { count in for _ in 0..<count { await store.send(.increment) } }
    row.effect = await least { count in
        for _ in 0..<count {
            let before = await store.state
            await store.send(.work)
            while await store.state == before { await Task.yield() }
        }
    }
    return row
}
