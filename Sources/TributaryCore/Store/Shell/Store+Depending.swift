// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Makes a store whose first state is made from its dependencies.
    ///
    /// ```swift
    /// let store = Store(dependencies: { $0.newsClient = .live }) { dependencies in
    ///     App.State(user: dependencies.session.user)
    /// } reducer: {
    ///     App()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configure: Sets dependencies for this store's reducers and effects.
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
