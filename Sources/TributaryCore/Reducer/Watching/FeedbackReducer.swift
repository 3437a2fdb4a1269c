// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with an effect that a piece of its state asks for; made by `feedback`.
public struct FeedbackReducer<Base: Reducer, Demand: Equatable>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let demand: (Base.State) -> Demand
    @usableFromInline let work: FeedbackWork<Demand, Base.Action>

    @usableFromInline
    init(base: Base, demand: @escaping (Base.State) -> Demand, work: FeedbackWork<Demand, Base.Action>) {
        self.base = base
        self.demand = demand
        self.work = work
    }

    /// Runs the reducer alone: nobody remembers what the feedback runs when it is called by hand.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        base.reduce(into: &state, action: action)
    }

    /// The reducer, as a function; whoever resolves the whole tree looks at the feedback after each action.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Base.State, Base.Action> {
        let function = base.resolve(in: context)
        if let plan = context.feedbacks(Base.State.self, Base.Action.self) {
            context.countFeedback()
            plan.append(isNeeded: { true }, make: makeHook)
        }
        return function
    }

    /// The feedback, at work in one piece of state.
    @inlinable
    func makeHook() -> FeedbackHook<Base.State, Base.Action> {
        let memory = FeedbackMemory<Demand, Base.Action>(work)
        return FeedbackHook(
            // The memory is kept by the other closures, which live as long.
            isDue: { [demand, last = memory.last] in demand($0) != last.pointee },
            update: { [demand] in memory.change(to: demand($0)) },
            isIdle: { memory.isIdle }
        )
    }
}
