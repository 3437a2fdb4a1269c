// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Two reducers of the same state and action, run one after the other.
///
/// The second sees the state that the first left, and the same action; the effects of both are started, those
/// of the first one first. Law: combining is associative, and `EmptyReducer` changes nothing on either side.
public struct CombinedReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
    /// The state of both.
    public typealias State = First.State
    /// The action of both.
    public typealias Action = First.Action

    @usableFromInline let first: First
    @usableFromInline let second: Second

    /// Combines two reducers.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Runs both.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        let effect = first.reduce(into: &state, action: action)
        return effect.merge(with: second.reduce(into: &state, action: action))
    }

    /// Both, as one function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        let first = first.resolve(in: context)
        let second = second.resolve(in: context)
        return { state, action in
            let effect = first(&state, action)
            if effect.isNone { return second(&state, action) }
            return effect.merge(with: second(&state, action))
        }
    }
}
