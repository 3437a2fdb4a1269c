// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Actomaton

private enum Action: Sendable { case increment, work }

@MainActor
func measureActomaton() async -> Row {
    let store = Actomaton<Action, Int, Never>(
        state: 0,
        reducer: .init { action, state, _ in
            switch action {
            case .increment:
                state &+= 1
                return .empty
            case .work:
                return Effect { _ in .increment }
            }
        }
    )
    var row = Row(name: "Actomaton")
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
