// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer that runs only while a condition holds; made by `filter`.
public struct FilterReducer<Base: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let condition: (Base.State) -> Bool

    @inlinable
    init(base: Base, condition: @escaping (Base.State) -> Bool) {
        self.base = base
        self.condition = condition
    }

    /// Runs the reducer, if the condition holds.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        condition(state) ? base.reduce(into: &state, action: action) : .none
    }

    /// The filtered reducer, as a function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Base.State, Base.Action> {
        let (hooked, hooks) = context.collectingHooks(Base.State.self, Base.Action.self)
        let (inner, feedbacks) = hooked.collectingFeedbacks(Base.State.self, Base.Action.self)
        let base = base.resolve(in: inner)
        context.feedbacks(Base.State.self, Base.Action.self)?.append(
            isNeeded: { feedbacks.isNeeded },
            make: { [condition] in FilterGate(condition).hook(feedbacks.makeGroup()) }
        )
        guard !hooks.isEmpty else {
            return { [condition] state, action in condition(state) ? base(&state, action) : .none }
        }
        let gate = FilterGate(condition)
        context.hooks(Base.State.self, Base.Action.self)?.append(gate.hook(hooks))
        return { state, action in gate.ask(state) ? base(&state, action) : .none }
    }
}

extension Reducer {
    /// Runs this reducer only for actions that find the state in a certain condition.
    ///
    /// What is inside does not see the other actions, whichever reducers change the state by them. An `onChange` inside
    /// answers none of their changes, also not later. A feedback inside is not looked at: what runs goes on, and the
    /// next action that finds the condition fulfilled begins, cancels and restarts what the state asks for by then. A
    /// state that has just come, such as that of a child, was found as it is now.
    ///
    /// - Parameter condition: Looks at the state before each action.
    /// - Returns: The filtered reducer.
    @inlinable
    public func filter(_ condition: @escaping (State) -> Bool) -> FilterReducer<Self> {
        FilterReducer(base: self, condition: condition)
    }
}
