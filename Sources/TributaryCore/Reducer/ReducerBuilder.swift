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
    public static func buildExpression<R: Reducer>(_ reducer: R) -> R
    where R.State == State, R.Action == Action { reducer }

    /// A reducer that may be `nil`, and does nothing then.
    @inlinable
    public static func buildExpression<R: Reducer>(
        _ reducer: R?
    ) -> ConditionalReducer<R, EmptyReducer<State, Action>>
    where R.State == State, R.Action == Action { buildOptional(reducer) }

    /// Nothing.
    @inlinable
    public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

    /// The first reducer of a block.
    @inlinable
    public static func buildPartialBlock<R: Reducer>(first: R) -> R
    where R.State == State, R.Action == Action { first }

    /// The next reducer of a block.
    @inlinable
    public static func buildPartialBlock<First: Reducer, Second: Reducer>(
        accumulated: First,
        next: Second
    ) -> CombinedReducer<First, Second>
    where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
        CombinedReducer(accumulated, next)
    }

    /// The reducers of an `if` without `else`.
    @inlinable
    public static func buildOptional<R: Reducer>(_ reducer: R?) -> ConditionalReducer<
        R, EmptyReducer<State, Action>
    >
    where R.State == State, R.Action == Action {
        reducer.map { .first($0) } ?? .second(EmptyReducer())
    }

    /// The first branch of a condition.
    @inlinable
    public static func buildEither<First: Reducer, Second: Reducer>(
        first reducer: First
    ) -> ConditionalReducer<First, Second>
    where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
        .first(reducer)
    }

    /// The other branch of a condition.
    @inlinable
    public static func buildEither<First: Reducer, Second: Reducer>(
        second reducer: Second
    ) -> ConditionalReducer<First, Second>
    where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
        .second(reducer)
    }

    /// The reducers of a loop.
    @inlinable
    public static func buildArray<R: Reducer>(_ reducers: [R]) -> ReducerList<R>
    where R.State == State, R.Action == Action { ReducerList(reducers) }

    /// The reducers below `if #available`.
    @inlinable
    public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
    where R.State == State, R.Action == Action { AnyReducer(reducer) }
}
