// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a `filter` lets through to the `onChange` reducers and feedbacks inside of it.
@usableFromInline
final class FilterGate<State> {
    private let condition: (State) -> Bool

    /// Whether the condition held before the action at hand; `nil` where it was not asked yet.
    private var isOpen: Bool?

    @usableFromInline
    init(_ condition: @escaping (State) -> Bool) { self.condition = condition }

    /// Asks the condition before an action.
    @usableFromInline
    @discardableResult
    func ask(_ state: State) -> Bool {
        let isOpen = condition(state)
        self.isOpen = isOpen
        return isOpen
    }

    /// The `onChange` reducers inside.
    ///
    /// While the gate is closed they answer nothing, but remember what they see: what changes then is no change later.
    @usableFromInline
    func hook<Action>(_ hooks: ChangeHooks<State, Action>) -> ChangeHook<State, Action> {
        ChangeHook(
            willReduce: { state in
                self.ask(state)
                hooks.willReduce(state)
            },
            prime: { state in
                self.ask(state)
                hooks.prime(state)
            },
            isDue: { state in
                if self.isOpen != false { return hooks.isDue(state) }
                hooks.prime(state)
                return false
            },
            run: hooks.run,
            reset: hooks.reset
        )
    }

    /// The feedbacks inside, in one piece of state, for which the gate is.
    ///
    /// While the gate is closed they are not looked at: what runs goes on. They are looked at after every action, so
    /// what the condition says then is what it says before the next.
    @usableFromInline
    func hook<Action>(_ feedbacks: FeedbackGroup<State, Action>) -> FeedbackHook<State, Action> {
        FeedbackHook(
            isDue: { [self] state in
                guard let isOpen else { return true }
                return condition(state) != isOpen || (isOpen && feedbacks.isDue(state))
            },
            update: { [self] state in
                let wasOpen = isOpen
                let isOpen = ask(state)
                return wasOpen ?? isOpen ? feedbacks.update(&state) : .none
            },
            isIdle: { [self] in isOpen == nil && feedbacks.isIdle }
        )
    }
}
