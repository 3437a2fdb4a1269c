// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A command-line tool that uses the macros: a switch and a lamp.
struct Lamp: Reducer {
    @CasePathable
    enum Action { case toggle }

    var body: some Reducer<Bool, Action> {
        Update { isOn, _ in isOn.toggle() }
    }
}

struct Room: Reducer {
    struct State { var lamp = false }

    @CasePathable
    enum Action { case lamp(Lamp.Action) }

    var body: some Reducer<State, Action> {
        Scope(state: \.lamp, action: \.lamp) { Lamp() }
    }
}

let store = Store(initialState: Room.State()) { Room() }
store.scope(state: \.lamp, action: \.lamp).send(.toggle)
print("The lamp is \(store.lamp ? "on" : "off").")
