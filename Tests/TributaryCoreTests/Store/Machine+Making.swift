// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Machine {
    /// Makes a machine, and sets dependencies for it, as stores do.
    convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void
    ) {
        self.init(initialState: initialState(), reducer: reducer, dependencies: .ofStore(configure))
    }
}
