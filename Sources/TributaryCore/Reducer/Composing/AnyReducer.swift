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

    /// Whether the reducer was made outside of the closure of its store.
    @usableFromInline let isUnbound: Bool

    /// Hides the type of a reducer.
    @inlinable
    public init(_ reducer: some Reducer<State, Action>) {
        let context = ReducerContext()
        function = reducer.resolveTreeWithFeedbacks(in: context).function
        resolveInTree = { reducer.resolve(in: $0) }
        isUnbound = !context.isOfStore
    }

    /// Runs the reducer.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The reducer as a part of a tree.
    ///
    /// It is resolved again there, so that what looks at changes sees those of the whole tree, and what was made before
    /// its store has that store's dependencies.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        guard context.isInTree || (isUnbound && context.isOfStore) else { return function }
        return resolveInTree(context)
    }
}

extension AnyReducer: StoreBound {}
