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
) -> AnyReducer<State, Action> {
    AnyReducer(all: reducers.map { AnyReducer(composing: $0) })
}

extension AnyReducer {
    /// Two reducers, one after the other.
    @inlinable
    init<First: Reducer<State, Action>, Second: Reducer<State, Action>>(_ first: First, then second: Second) {
        self.init(parts: [first, second]) { first.resolve(in: $0).then(second.resolve(in: $0)) }
    }

    /// Any number of reducers, one after the other.
    @inlinable
    init<Element: Reducer<State, Action>>(all reducers: [Element]) {
        self.init(parts: reducers) { context in
            ResolvedReducer(parts: reducers.flatMap { $0.resolve(in: context).parts })
        }
    }
}
