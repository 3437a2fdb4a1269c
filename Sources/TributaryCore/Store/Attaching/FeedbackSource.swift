// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a slice of the state asks for, as an effect of the change.
struct FeedbackSource<State, Action> {
    /// What follows when an action may have changed the slice.
    let update: (State) -> Effect<Action>

    /// What follows when there is no slice.
    let end: () -> Effect<Action>

    init(update: @escaping (State) -> Effect<Action>, end: @escaping () -> Effect<Action>) {
        self.update = update
        self.end = end
    }

    init<Demand: Equatable>(_ demand: @escaping (State) -> Demand, _ work: FeedbackWork<Demand, Action>) {
        let memory = FeedbackMemory(work)
        update = { memory.update(to: demand($0)) }
        end = { memory.update(to: work.nothing) }
    }

    /// The same, for the store that this one's is a scope of.
    func scoped<Parent, ParentAction>(
        by lens: ScopeLens<Parent, ParentAction, State, Action>
    ) -> FeedbackSource<Parent, ParentAction> {
        FeedbackSource<Parent, ParentAction>(
            update: { [update, end] parent in
                var effect = Effect<Action>.none
                if !lens.read(parent, { effect = update($0) }) { effect = end() }
                return effect.embedded(by: lens.embed)
            },
            end: { [end] in end().embedded(by: lens.embed) }
        )
    }
}
