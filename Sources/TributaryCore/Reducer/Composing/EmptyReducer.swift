// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer that does nothing: the neutral element of composing.
public struct EmptyReducer<State, Action>: Reducer {
    /// A reducer that does nothing.
    @inlinable
    public init() {}

    /// Changes nothing; no effect follows.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

    /// No step.
    @inlinable
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer(parts: [])
    }
}
