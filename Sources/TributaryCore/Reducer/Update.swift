// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer made from a closure that only changes the state: no `return .none`.
public struct Update<State, Action>: Reducer {
    @usableFromInline let function: PlacedReducer<Action>

    /// Makes a reducer from a closure.
    ///
    /// - Parameter update: Changes the state by an action, in place.
    @inlinable
    @inline(__always)
    public init(_ update: @escaping (_ state: inout State, _ action: Action) -> Void) {
        // This is inlined, so that the closure becomes a part of the function that a store calls.
        function = PlacedReducer { place, action in
            update(&place.assumingMemoryBound(to: State.self).pointee, action)
            return .none
        }
    }

    /// Unavailable: an `Update` has no effects.
    @available(
        *,
        unavailable,
        message: "An Update has no effects: use Reduce, and return .none where nothing follows."
    )
    @_disfavoredOverload
    public init(_ update: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        preconditionFailure("It is unavailable.")
    }

    /// Makes a reducer that applies the changes of a form, before what else looks at them: `Update(applying: \.change)`.
    ///
    /// ```swift
    /// Update(applying: \.change)
    /// Reduce { state, action in
    ///     switch action {
    ///     case .change(\.seats): state.price = state.seats * 20
    ///     …
    /// ```
    /// - Parameter action: The case that holds changes.
    @inlinable
    public init(applying action: CaseKeyPath<Action, StateChange<State>>) where Action: CasePathable {
        let path = CasePath(action)
        self.init { state, action in path.extract(from: action)?.apply(to: &state) }
    }

    /// Calls the closure; no effect follows.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The closure, as a function that returns no effect.
    @inlinable
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer(parts: [.function(function)])
    }
}
