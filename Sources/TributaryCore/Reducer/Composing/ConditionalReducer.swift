// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One of two reducers, as `if` and `switch` in a body choose it.
public enum ConditionalReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
    /// The reducer of the first branch.
    case first(First)
    /// The reducer of the other branch.
    case second(Second)

    /// Runs the chosen reducer.
    @inlinable
    public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
        switch self {
        case .first(let reducer): reducer.reduce(into: &state, action: action)
        case .second(let reducer): reducer.reduce(into: &state, action: action)
        }
    }

    /// The chosen reducer, as a function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<First.State, First.Action> {
        switch self {
        case .first(let reducer): reducer.resolve(in: context)
        case .second(let reducer): reducer.resolve(in: context)
        }
    }
}
