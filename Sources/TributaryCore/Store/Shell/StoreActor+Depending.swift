// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// Makes a store whose first state is made from its dependencies.
    ///
    /// - Parameters:
    ///   - actor: An actor whose executor the store shares; by default the store has one for itself.
    ///   - configure: Sets dependencies for this store's reducers and effects.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    public init<R: Reducer<State, Action>>(
        sharingExecutorOf actor: (any Actor)? = nil,
        dependencies configure: @Sendable (inout Dependencies) -> Void,
        initialState: @Sendable (Dependencies) -> sending State,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R
    ) {
        let dependencies = Dependencies.ofStore(configure)
        self.init(
            initialState: initialState(dependencies),
            sharingExecutorOf: actor,
            reducer: reducer,
            dependencies: { $0 = dependencies }
        )
    }
}
