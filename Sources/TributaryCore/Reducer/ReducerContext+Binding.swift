// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension ReducerContext {
    /// Resolves a subtree that is told its dependencies whenever a part of it runs: its reducers, the answers of
    /// `onChange`, and the queries of feedbacks.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the subtree.
    ///   - resolve: Resolves the subtree.
    /// - Returns: The subtree, whose effects have these dependencies, too.
    @inlinable
    func binding<State, Action>(
        _ dependencies: Dependencies,
        _ resolve: (ReducerContext) -> ResolvedReducer<State, Action>
    ) -> ResolvedReducer<State, Action> {
        let (context, plan) = with(dependencies).collecting(State.self, Action.self)
        let function = resolve(context).function
        self.plan(State.self, Action.self)?.append(
            kinds: { plan.kinds },
            make: { context.bound(plan.makeWatch($0)) }
        )
        return ResolvedReducer { place, action in
            context.reducing { function.call(place, action) }.depending(on: context.dependencies)
        }
    }

    @usableFromInline
    func with(_ dependencies: Dependencies) -> ReducerContext {
        var context = self
        context.dependencies = dependencies
        return context
    }

    /// What watches the subtree, with its dependencies.
    @usableFromInline
    func bound<State, Action>(_ watch: Watch<State, Action>) -> Watch<State, Action> {
        func bound(_ look: ((State) -> Void)?) -> ((State) -> Void)? {
            guard let look else { return nil }
            return { state in reducing { look(state) } }
        }
        return Watch(
            willReduce: bound(watch.willReduce),
            select: watch.select,
            prime: bound(watch.prime),
            isDue: { state in reducing { watch.isDue(state) } },
            answer: { state in reducing { watch.answer(&state) }.depending(on: dependencies) },
            isIdle: watch.isIdle
        )
    }
}
