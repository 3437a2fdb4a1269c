// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Combines reducers of the same state and action, in the order given, as a builder does.
///
/// Modifiers such as `filter` then apply to all of them. Law: combining is associative. Each reducer costs one call
/// more than in a builder.
///
/// ```swift
/// combine(Settings(), Logging()).filter { state in state.isUnlocked }
/// ```
///
/// - Parameter reducers: Each sees the state that the one before it left.
/// - Returns: All of them, as one reducer.
public func combine<State, Action>(
    _ reducers: any Reducer<State, Action>...
) -> ReducerList<AnyReducer<State, Action>> {
    ReducerList(reducers.map { AnyReducer($0) })
}
