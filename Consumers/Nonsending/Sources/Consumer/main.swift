// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

let store = Store(initialState: Tallies.State()) {
    Tallies()
} dependencies: {
    $0.step = { 20 }
}
await store.send(.rows(.element(id: 1, action: .addLater))).finish()
await store.send(.single(.ask(3))).finish()
store.scope(state: \.rows, action: \.rows)[id: 2]?.send(.add(5))
print(store.state.rows.map(\.count), store.scope(state: \.single, action: \.single)?.count ?? 0)
