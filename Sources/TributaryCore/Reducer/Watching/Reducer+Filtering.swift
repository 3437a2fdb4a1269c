// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The condition of a `filter`, and what it said of the piece of state whose `onChange` reducers it gates.
@usableFromInline
final class Filter<State> {
    let condition: (State) -> Bool
    private var gate: FilterGate?

    @usableFromInline
    init(_ condition: @escaping (State) -> Bool) { self.condition = condition }

    /// Whether the reducers inside see an action.
    ///
    /// What the condition says now decides, for the answers to changes too: an earlier reducer may have changed it.
    @usableFromInline
    func lets(_ state: State) -> Bool {
        let isOpen = condition(state)
        gate?.isOpen = isOpen
        return isOpen
    }

    /// What lets through to the watches inside, in one piece of state, for which the gate is.
    ///
    /// While the gate is closed an `onChange` answers nothing, but remembers what it sees: what changes then is no change
    /// later. Feedbacks are not looked at then: what runs goes on. The condition is asked before every action; in rows,
    /// after each that changed one, which comes to the same.
    @usableFromInline
    func gating<Action>(_ inner: Watch<State, Action>, _ kind: WatchKind) -> Watch<State, Action> {
        let gate = FilterGate()
        let condition = condition
        let select = { [self] in
            if kind == .change { self.gate = gate }
            inner.select?()
        }
        select()
        return Watch(
            willReduce: { state in
                gate.isOpen = condition(state)
                inner.willReduce?(state)
            },
            select: select,
            prime: { state in
                gate.isOpen = condition(state)
                inner.prime?(state)
            },
            isDue: { state in
                let isOpen = condition(state)
                // A state that has just come was found as it is now.
                let wasOpen = gate.isOpen ?? isOpen
                gate.isOpen = wasOpen
                if wasOpen != isOpen { return true }
                if wasOpen { return inner.isDue(state) }
                inner.prime?(state)
                return false
            },
            answer: { state in
                var effect = Effect<Action>.none
                if gate.isOpen ?? condition(state) {
                    effect = inner.answerIfDue(&state)
                } else {
                    inner.prime?(state)
                }
                gate.isOpen = condition(state)
                return effect
            },
            isIdle: { gate.isOpen == nil && inner.isIdle() }
        )
    }
}

/// Whether the condition of a filter held when it was last asked; `nil` where it was not asked yet.
final class FilterGate {
    var isOpen: Bool?
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
    public func filter(_ condition: @escaping (State) -> Bool) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let filter = Filter(condition)
            let (inner, plan) = context.collecting(State.self, Action.self)
            let function = resolve(in: inner).function
            context.plan(State.self, Action.self)?.append(
                kinds: { plan.kinds.isEmpty ? [] : plan.kinds.union(.filter) },
                make: { filter.gating(plan.makeWatch($0), $0) }
            )
            return ResolvedReducer { place, action in
                let isOpen = filter.lets(place.assumingMemoryBound(to: State.self).pointee)
                return isOpen ? function.call(place, action) : .none
            }
        }
    }
}
