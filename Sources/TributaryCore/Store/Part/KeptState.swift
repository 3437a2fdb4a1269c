// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What tracked code last saw of a part that may go; boxed, so that the scope of one that is not tracked is small.
final class KeptState<State> {
    private var state: State

    init(_ state: State) { self.state = state }

    /// Keeps a newer state.
    func keep(_ newState: State) {
        let former = state
        state = newState
        // The release of a state may run code of the program, which may read this one.
        withExtendedLifetime(former) {}
    }

    /// Shows the state to a closure.
    func show(_ body: (State) -> Void) {
        let state = state
        body(state)
    }
}

/// Stands in place of a kept state where the part is there as long as its store.
final class PermanentPart: Sendable {
    static let mark = PermanentPart()
}
