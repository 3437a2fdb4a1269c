// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// This reducer, then the other one, on the same state and action.
    ///
    /// Law: combining is associative. The effects of both are started, this one's first.
    ///
    /// - Parameter other: Sees the state that this reducer left.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func combined<Other: Reducer>(with other: Other) -> CombinedReducer<Self, Other>
    where Other.State == State, Other.Action == Action {
        CombinedReducer(self, other)
    }
}

/// Combines reducers of the same state and action, in the order given, as a builder does.
///
/// - Parameter reducers: Each sees the state that the one before it left.
/// - Returns: All of them, as one reducer.
public func combine<State, Action>(
    _ reducers: any Reducer<State, Action>...
) -> ReducerList<AnyReducer<State, Action>> {
    ReducerList(reducers.map { AnyReducer($0) })
}

/// Combines reducers written one below the other, where something is to be attached to all of them.
///
/// ```swift
/// combine {
///     Scope(state: \.settings, action: \.settings) { Settings() }
///     Update { state, action in … }
/// }
/// .filter { state in state.isUnlocked }
/// ```
///
/// - Parameter reducers: The reducers, in order.
/// - Returns: All of them, as one reducer.
@inlinable
public func combine<State, Action, R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducers: () -> R
) -> R {
    reducers()
}
