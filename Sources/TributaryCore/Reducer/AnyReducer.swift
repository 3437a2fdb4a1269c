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

    /// Resolves the reducer for its store, if it was made outside of the store's closure.
    @usableFromInline let bind: ((ReducerContext) -> ReducerFunction<State, Action>)?

    /// Hides the type of a reducer.
    @inlinable
    public init(_ reducer: some Reducer<State, Action>) {
        let context = ReducerContext()
        function = reducer.resolveTree(in: context)
        bind = context.isOfStore ? nil : { reducer.resolve(in: $0) }
    }

    /// Runs the reducer.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The reducer, resolved anew if it was made before its store.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        guard let bind, context.isOfStore else { return function }
        return bind(context)
    }
}

extension AnyReducer: StoreBound {
    var isUnbound: Bool { bind != nil }
}
