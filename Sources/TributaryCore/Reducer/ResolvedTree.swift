// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A whole tree of reducers as one function, with the feedbacks in it.
@usableFromInline
package struct ResolvedTree<State, Action> {
    /// The reducers, then what looks at their changes, then the feedbacks.
    @usableFromInline package let function: ReducerFunction<State, Action>

    /// The feedbacks, which begin before the first action; `nil` when there are none.
    @usableFromInline package let feedbacks: FeedbackGroup<State, Action>?

    @usableFromInline
    init(function: @escaping ReducerFunction<State, Action>, feedbacks: FeedbackGroup<State, Action>?) {
        self.function = function
        self.feedbacks = feedbacks
    }
}

extension Reducer {
    /// The whole tree as one function: the reducers, and then what looks at their changes.
    ///
    /// Nobody runs its feedbacks.
    @inlinable
    package func resolveTree(in context: ReducerContext) -> ReducerFunction<State, Action> {
        var context = context
        let count = ChangeHookCount()
        let hooks = ChangeHooks<State, Action>(count: count)
        context.hookCount = count
        context.hooks = hooks
        let function = resolve(in: context)
        guard count.value > 0 || count.mayGrow else { return function }
        var isPrimed = false
        return { state, action in
            // A child that is resolved by this action primes its own hooks.
            if count.value > 0, !isPrimed {
                hooks.prime(state)
                isPrimed = true
            }
            let effect = function(&state, action)
            return count.value > 0 ? effect.merge(with: hooks.run(&state)) : effect
        }
    }

    /// The whole tree with its feedbacks.
    ///
    /// They are looked at after everything else. As long as the state asks for the same, an action costs one
    /// comparison for each.
    @inlinable
    package func resolveTreeWithFeedbacks(in context: ReducerContext) -> ResolvedTree<State, Action> {
        let plan = FeedbackPlan<State, Action>()
        var context = context
        context.beginCollecting(plan)
        let function = resolveTree(in: context)
        guard plan.isNeeded else { return ResolvedTree(function: function, feedbacks: nil) }
        let feedbacks = plan.makeGroup()
        let isDue = feedbacks.isDue
        return ResolvedTree(
            function: { state, action in
                let effect = function(&state, action)
                guard isDue(state) else { return effect }
                return effect.merge(with: feedbacks.update(&state))
            },
            feedbacks: feedbacks
        )
    }
}
