// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A whole tree of reducers as one function, with the feedbacks in it.
@usableFromInline
package struct ResolvedTree<State, Action> {
    /// The reducers, then what looks at their changes, then the feedbacks.
    @usableFromInline package let function: ReducerFunction<State, Action>

    /// The same one by one; `nil` where nothing looks at changes, so that the function is the reducers alone.
    @usableFromInline let steps: ReducerSteps<State, Action>?

    /// The feedbacks, which begin before the first action; `nil` when there are none.
    @usableFromInline package let feedbacks: FeedbackGroup<State, Action>?

    /// The child that does not see the action at hand.
    @usableFromInline let passedChild: PassedChild

    /// Shows the state to what looks at changes; without it, the first action does.
    @usableFromInline let prime: ((State) -> Void)?

    @usableFromInline
    init(
        function: @escaping ReducerFunction<State, Action>,
        steps: ReducerSteps<State, Action>?,
        passedChild: PassedChild,
        prime: ((State) -> Void)?,
        feedbacks: FeedbackGroup<State, Action>?
    ) {
        self.passedChild = passedChild
        self.function = function
        self.steps = steps
        self.prime = prime
        self.feedbacks = feedbacks
    }
}

extension Reducer {
    /// The whole tree as one function: the reducers, and then what looks at their changes.
    ///
    /// Nobody runs its feedbacks.
    @inlinable
    package func resolveTree(in context: ReducerContext) -> ReducerFunction<State, Action> {
        resolveTreeWithoutFeedbacks(in: context).function
    }

    @inlinable
    func resolveTreeWithoutFeedbacks(in context: ReducerContext) -> ResolvedTree<State, Action> {
        var context = context
        let hooks = ChangeHooks<State, Action>()
        context.hooks = hooks
        let function = resolve(in: context)
        let passedChild = context.passedChild
        guard !hooks.isEmpty else {
            return ResolvedTree(
                function: function,
                steps: nil,
                passedChild: passedChild,
                prime: nil,
                feedbacks: nil
            )
        }
        var isPrimed = false
        let prime = { (state: State) in
            guard !isPrimed else { return }
            hooks.prime(state)
            isPrimed = true
        }
        let observed: ReducerFunction<State, Action> = { state, action in
            if isPrimed { hooks.willReduce(state) } else { prime(state) }
            let effect = function(&state, action)
            guard hooks.isDue(state) else { return effect }
            return effect.merge(with: hooks.run(&state))
        }
        let steps = ReducerSteps<State, Action>(
            willReduce: { state in if isPrimed { hooks.willReduce(state) } else { prime(state) } },
            reduce: function,
            look: { state, _ in hooks.isDue(state) ? hooks.run(&state) : .none }
        )
        return ResolvedTree(
            function: observed,
            steps: steps,
            passedChild: passedChild,
            prime: prime,
            feedbacks: nil
        )
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
        let tree = resolveTreeWithoutFeedbacks(in: context)
        guard plan.isNeeded else { return tree }
        let function = tree.function
        let feedbacks = plan.makeGroup()
        let isDue = feedbacks.isDue
        let steps = tree.steps
        return ResolvedTree(
            function: { state, action in
                let effect = function(&state, action)
                guard isDue(state) else { return effect }
                return effect.merge(with: feedbacks.update(&state))
            },
            steps: ReducerSteps(
                willReduce: steps?.willReduce ?? { _ in },
                reduce: steps?.reduce ?? function,
                look: { state, action in
                    let effect = steps?.look(&state, action) ?? .none
                    return isDue(state) ? effect.merge(with: feedbacks.update(&state)) : effect
                }
            ),
            passedChild: tree.passedChild,
            prime: tree.prime,
            feedbacks: feedbacks
        )
    }
}
