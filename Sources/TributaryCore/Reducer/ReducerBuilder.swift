// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Composes reducers of one state and action, written one below the other, and run in that order.
///
/// There is no limit to their number. `if`, `switch`, optionals and `for` decide once, when a store resolves
/// the reducer.
@resultBuilder
public enum ReducerBuilder<State, Action> {
    /// A reducer as it stands.
    @inlinable
    public static func buildExpression<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
    where R.State == State, R.Action == Action { AnyReducer(composing: reducer) }

    /// A reducer that may be `nil`, and does nothing then.
    @inlinable
    public static func buildExpression<R: Reducer>(_ reducer: R?) -> AnyReducer<State, Action>
    where R.State == State, R.Action == Action {
        guard let reducer else { return AnyReducer(composing: EmptyReducer()) }
        return AnyReducer(composing: reducer)
    }

    /// Nothing.
    @inlinable
    public static func buildBlock() -> AnyReducer<State, Action> { AnyReducer(composing: EmptyReducer()) }

    /// The first reducer of a block.
    @inlinable
    public static func buildPartialBlock(first: AnyReducer<State, Action>) -> AnyReducer<State, Action> {
        first
    }

    /// The next reducer of a block: it sees the state that the ones above it left, and the same action.
    ///
    /// Law: composing is associative, and `EmptyReducer` changes nothing on either side.
    @inlinable
    public static func buildPartialBlock(
        accumulated: AnyReducer<State, Action>,
        next: AnyReducer<State, Action>
    ) -> AnyReducer<State, Action> { AnyReducer(accumulated, then: next) }

    /// The reducers of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ reducer: AnyReducer<State, Action>?) -> AnyReducer<State, Action> {
        reducer ?? AnyReducer(composing: EmptyReducer())
    }

    /// The first branch of a condition.
    @inlinable
    public static func buildEither(first reducer: AnyReducer<State, Action>) -> AnyReducer<State, Action> {
        reducer
    }

    /// The other branch of a condition.
    @inlinable
    public static func buildEither(second reducer: AnyReducer<State, Action>) -> AnyReducer<State, Action> {
        reducer
    }

    /// The reducers of a loop.
    @inlinable
    public static func buildArray(_ reducers: [AnyReducer<State, Action>]) -> AnyReducer<State, Action> {
        AnyReducer(all: reducers)
    }

    /// The reducers below `if #available`.
    @inlinable
    public static func buildLimitedAvailability(
        _ reducer: AnyReducer<State, Action>
    ) -> AnyReducer<State, Action> { reducer }
}
