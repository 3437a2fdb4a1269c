// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension ReducerContext {
    /// Resolves a subtree that is told its dependencies whenever a part of it runs: its reducers, the answers of
    /// `onChange`, and the queries of feedbacks.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the subtree.
    ///   - resolve: Resolves the subtree.
    /// - Returns: The subtree as a function, whose effects have these dependencies, too.
    @inlinable
    func binding<State, Action>(
        _ dependencies: Dependencies,
        _ resolve: (ReducerContext) -> ReducerFunction<State, Action>
    ) -> ReducerFunction<State, Action> {
        let (hooked, hooks) = with(dependencies).collectingHooks(State.self, Action.self)
        let (context, feedbacks) = hooked.collectingFeedbacks(State.self, Action.self)
        let function = resolve(context)
        if !hooks.isEmpty { self.hooks(State.self, Action.self)?.append(context.bound(hooks)) }
        self.feedbacks(State.self, Action.self)?.append(
            isNeeded: { feedbacks.isNeeded },
            make: { context.bound(feedbacks.makeGroup()) }
        )
        return { state, action in
            context.reducing { function(&state, action) }.depending(on: context.dependencies)
        }
    }

    @usableFromInline
    func with(_ dependencies: Dependencies) -> ReducerContext {
        var context = self
        context.dependencies = dependencies
        return context
    }

    /// What looks at changes in the subtree, with its dependencies.
    @usableFromInline
    func bound<State, Action>(_ hooks: ChangeHooks<State, Action>) -> ChangeHook<State, Action> {
        ChangeHook(
            willReduce: hooks.looksBefore ? { state in reducing { hooks.willReduce(state) } } : nil,
            prime: { state in reducing { hooks.prime(state) } },
            isDue: { state in reducing { hooks.isDue(state) } },
            run: { state in reducing { hooks.run(&state) }.depending(on: dependencies) },
            reset: hooks.reset
        )
    }

    /// The feedbacks of the subtree, with its dependencies.
    @usableFromInline
    func bound<State, Action>(_ feedbacks: FeedbackGroup<State, Action>) -> FeedbackHook<State, Action> {
        FeedbackHook(
            isDue: { state in reducing { feedbacks.isDue(state) } },
            update: { state in reducing { feedbacks.update(&state) }.depending(on: dependencies) },
            isIdle: { feedbacks.isIdle }
        )
    }
}
