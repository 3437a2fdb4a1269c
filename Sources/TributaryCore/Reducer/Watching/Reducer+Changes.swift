// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Answers every change of a value, whichever reducer made it, after the action that made it.
    ///
    /// The answer runs when the whole tree of reducers has seen the action, once per action, however often the
    /// value changed on the way. What it changes itself is seen after the next action. In a row of `forEach`, and below,
    /// each row has its own; an action costs as much as there are rows that it changed. The last value is kept for
    /// comparing, so choose a small one: a large array would be copied when it changes.
    ///
    /// ```swift
    /// .onChange(of: \.query) { old, new, state in .run { send in … } }
    /// .onChange(of: \.query, update: { old, new, state in state.page = 0 })
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, such as `\.query`.
    ///   - answer: Gets the old value, the new one, and the state, which it may change; returns what follows.
    ///   - update: Gets the same, and only changes the state. It runs after `answer`, where both are given.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value,
        _ answer: ((_ old: Value, _ new: Value, _ state: inout State) -> Effect<Action>)? = nil,
        update: ((_ old: Value, _ new: Value, _ state: inout State) -> Void)? = nil
    ) -> AnyReducer<State, Action> {
        // One declaration for both forms: a closure after the parentheses is then checked once, as the answer, and a
        // mistake in it is told where it is.
        AnyReducer(parts: [self]) { context in
            context.plan(State.self, Action.self)?.append(
                kinds: { .change },
                make: { _ in
                    Watch.changes(of: value) { old, new, state in
                        let effect = answer?(old, new, &state) ?? .none
                        update?(old, new, &state)
                        return effect
                    }
                }
            )
            return resolve(in: context)
        }
    }

    /// Does nothing: a change needs an answer.
    @available(
        *,
        deprecated,
        message: "`onChange` needs a closure that returns an effect, or one for `update:`"
    )
    public func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { resolve(in: $0) }
    }
}

extension Watch {
    /// An `onChange` in one piece of state.
    @inlinable
    static func changes<Value: Equatable>(
        of value: @escaping (State) -> Value,
        answer: @escaping (Value, Value, inout State) -> Effect<Action>
    ) -> Watch {
        var last: Value?
        return Watch(
            prime: { last = value($0) },
            isDue: { state in
                let new = value(state)
                if let last { return last != new }
                last = new
                return false
            },
            answer: { state in
                let new = value(state)
                guard let old = last else { return .none }
                last = new
                return answer(old, new, &state)
            },
            isIdle: { last == nil }
        )
    }
}
