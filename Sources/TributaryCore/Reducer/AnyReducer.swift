// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer whose type is hidden, resolved once when it is made.
///
/// Use it to keep reducers of different types in one place, and for a child that is dispatched to by hand:
/// ```swift
/// let settings = AnyReducer(Settings())
/// …
/// case .settings(let action): return settings.reduce(into: &state.settings, action: action).map(Action.settings)
/// ```
/// Calling it costs one call more than the reducer itself.
public struct AnyReducer<State, Action>: Reducer {
    @usableFromInline let function: ReducerFunction<State, Action>
    @usableFromInline let resolveInTree: (ReducerContext) -> ReducerFunction<State, Action>

    /// Hides the type of a reducer.
    @inlinable
    public init(_ reducer: some Reducer<State, Action>) {
        self.function = reducer.resolveTreeWithFeedbacks(in: ReducerContext()).function
        self.resolveInTree = { reducer.resolve(in: $0) }
    }

    /// Runs the reducer.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The reducer as a part of a tree.
    ///
    /// It is resolved again there, so that what looks at changes sees those of the whole tree.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        if context.isInTree { return resolveInTree(context) }
        return function
    }
}
