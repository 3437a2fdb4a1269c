// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with an answer to changes of a value; made by `onChange`.
public struct OnChangeReducer<Base: Reducer, Value: Equatable>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let value: (Base.State) -> Value
    @usableFromInline let answer: (Value, Value, inout Base.State) -> Effect<Base.Action>

    @inlinable
    init(
        base: Base,
        value: @escaping (Base.State) -> Value,
        answer: @escaping (Value, Value, inout Base.State) -> Effect<Base.Action>
    ) {
        self.base = base
        self.value = value
        self.answer = answer
    }

    /// Runs the reducer, then answers a change it made.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        let old = value(state)
        let effect = base.reduce(into: &state, action: action)
        let new = value(state)
        return old == new ? effect : effect.merge(with: answer(old, new, &state))
    }

    /// The reducer, as a function; the answer is called when the whole tree has seen the action.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Base.State, Base.Action> {
        let watch = ValueWatch(value: value, answer: answer)
        context.hooks(Base.State.self, Base.Action.self)?
            .append(ChangeHook(prime: watch.prime, isDue: watch.isDue, run: watch.run, reset: watch.reset))
        return base.resolve(in: context)
    }
}

/// The last value that an `onChange` saw.
@usableFromInline
final class ValueWatch<State, Action, Value: Equatable> {
    private let value: (State) -> Value
    private let answer: (Value, Value, inout State) -> Effect<Action>
    private var last: Value?

    @usableFromInline
    init(value: @escaping (State) -> Value, answer: @escaping (Value, Value, inout State) -> Effect<Action>) {
        self.value = value
        self.answer = answer
    }

    @usableFromInline
    func prime(_ state: State) { last = value(state) }

    @usableFromInline
    func isDue(_ state: State) -> Bool {
        let new = value(state)
        if let last { return last != new }
        last = new
        return false
    }

    @usableFromInline
    func run(_ state: inout State) -> Effect<Action> {
        let new = value(state)
        guard let old = last else { return .none }
        last = new
        return answer(old, new, &state)
    }

    @usableFromInline
    func reset() { last = nil }
}

extension Reducer {
    /// Answers every change of a value, whichever reducer made it, after the action that made it.
    ///
    /// The answer runs when the whole tree of reducers has seen the action, once per action, however often the
    /// value changed on the way. What it changes itself is seen after the next action. In a row of `forEach`,
    /// and below, only changes by the row's own reducers are seen. The last value is kept for comparing, so
    /// choose a small one: a large array would be copied when it changes.
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
    ) -> OnChangeReducer<Self, Value> {
        // One declaration for both forms: a closure after the parentheses is then checked once, as the answer, and a
        // mistake in it is told where it is.
        OnChangeReducer(base: self, value: value) { old, new, state in
            let effect = answer?(old, new, &state) ?? .none
            update?(old, new, &state)
            return effect
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
    ) -> OnChangeReducer<Self, Value> {
        OnChangeReducer(base: self, value: value) { _, _, _ in .none }
    }
}
