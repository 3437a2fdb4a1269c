// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The code that stops the program: each is called in a process of its own.
extension Diagnostics {
    /// Provokes the diagnostic with this number.
    static func stop(_ number: Int) async {
        switch number {
        case 2: stateReadWhileReducing()
        case 7: scopeStateGone()
        case 18: dependencyCycle()
        case 25: await stateReadElsewhere()
        default: break
        }
    }

    private static func stateReadWhileReducing() {
        // page: 2
        nonisolated(unsafe) var total: Store<Int, Int>?
        let store = Store(initialState: 0) {
            Update<Int, Int> { state, price in
                state = MainActor.assumeIsolated { (total?.state ?? 0) + price }
            }
        }
        total = store
        store.send(5)
        // page: end
    }

    private static func scopeStateGone() {
        // page: 7
        let store = Store(initialState: Sheet.State(note: Note.State())) { Sheet() }
        let note = store.scope(state: \.note, action: \.note)
        store.send(.close)
        _ = note?.text
        // page: end
    }

    private static func dependencyCycle() {
        // page: 18 use
        _ = Dependencies()[Width.self]
        // page: end
    }

    private static func stateReadElsewhere() async {
        // page: 25
        let store = Store(initialState: Lamp.State()) { Lamp() }
        let handle = store.handle
        await Task.detached { _ = handle.withState { $0.isOn } }.value
        // page: end
    }

    // page: sheet
    struct Sheet: Reducer {
        struct State: Equatable, Sendable { var note: Note.State? }

        @CasePathable
        enum Action: Sendable { case note(Note.Action), close }

        var body: some Reducer<State, Action> {
            Update { state, action in
                if case .close = action { state.note = nil }
            }
            .ifLet(\.note, action: \.note) { Note() }
        }
    }
    // page: end
}
