// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Makes a machine whose first state is made from its dependencies.
    ///
    /// - Parameters:
    ///   - configure: Sets dependencies for this machine's reducers and effects.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    @inlinable
    public convenience init<R: Reducer<State, Action>>(
        dependencies configure: (inout Dependencies) -> Void,
        initialState: (Dependencies) -> State,
        @ReducerBuilder<State, Action> reducer: () -> R
    ) {
        let dependencies = Dependencies.ofStore(configure)
        self.init(initialState: initialState(dependencies), reducer: reducer) { $0 = dependencies }
    }
}
