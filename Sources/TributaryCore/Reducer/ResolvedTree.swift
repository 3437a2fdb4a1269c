// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A whole tree of reducers as one function, with the feedbacks in it.
@usableFromInline
package struct ResolvedTree<State, Action> {
    /// The reducers, then the answers to what they changed, then the feedbacks.
    @usableFromInline package let function: PlacedReducer<Action>

    /// The same one by one; `nil` where nothing watches, so that the function is the reducers alone.
    @usableFromInline let steps: ReducerSteps<State, Action>?

    /// The feedbacks, which begin before the first action; `nil` when there are none.
    @usableFromInline package let feedbacks: Watch<State, Action>?

    /// The child that must not see the current action.
    @usableFromInline let passedChild: PassedChild

    /// The only case whose actions concern the tree, if there is one, and nothing watches.
    @usableFromInline let soleCase: CaseVisit<Action>?

    /// Shows the state to what answers changes; without it, the first action does.
    @usableFromInline let prime: ((State) -> Void)?

    @usableFromInline
    init(
        function: PlacedReducer<Action>,
        steps: ReducerSteps<State, Action>?,
        passedChild: PassedChild,
        soleCase: CaseVisit<Action>?,
        prime: ((State) -> Void)?,
        feedbacks: Watch<State, Action>?
    ) {
        self.passedChild = passedChild
        self.soleCase = soleCase
        self.function = function
        self.steps = steps
        self.prime = prime
        self.feedbacks = feedbacks
    }
}

/// The steps of a tree with watches, one by one: in a store where other reducers are mounted, these run before anything
/// is answered.
@usableFromInline
struct ReducerSteps<State, Action> {
    /// Shows the state before an action.
    @usableFromInline let willReduce: (State) -> Void

    /// The reducers alone.
    @usableFromInline let reduce: PlacedReducer<Action>

    /// The answers to changes, then the feedbacks; the action makes no difference.
    @usableFromInline let look: PlacedReducer<Action>

    /// Whether no change is left that the next action would answer.
    @usableFromInline let isSettled: (State) -> Bool

    @inlinable
    init(
        willReduce: @escaping (State) -> Void,
        reduce: PlacedReducer<Action>,
        look: PlacedReducer<Action>,
        isSettled: @escaping (State) -> Bool
    ) {
        self.willReduce = willReduce
        self.reduce = reduce
        self.look = look
        self.isSettled = isSettled
    }
}

extension Reducer {
    /// The whole tree as one function, without its feedbacks: nothing would remember what runs.
    @inlinable
    package func resolveTree(in context: ReducerContext) -> ReducerFunction<State, Action> {
        let function = resolveTree(in: context, runsFeedbacks: false).function
        return { state, action in function(&state, action) }
    }

    /// The whole tree.
    ///
    /// As long as nothing changes that is watched, an action costs one comparison for each watch.
    @inlinable
    package func resolveTree(in context: ReducerContext, runsFeedbacks: Bool) -> ResolvedTree<State, Action> {
        let (context, plan) = context.beginning(State.self, Action.self, runsFeedbacks: runsFeedbacks)
        let resolved = resolve(in: context)
        let reduce = resolved.function
        let kinds = plan.kinds
        let changes = kinds.contains(.change) ? plan.makeWatch(.change) : nil
        let feedbacks = kinds.contains(.feedback) && runsFeedbacks ? plan.makeWatch(.feedback) : nil
        guard changes != nil || feedbacks != nil else {
            return ResolvedTree(
                function: reduce,
                steps: nil,
                passedChild: context.passedChild,
                soleCase: resolved.soleCase,
                prime: nil,
                feedbacks: nil
            )
        }
        let root = RootWatch(changes: changes, feedbacks: feedbacks)
        return ResolvedTree(
            function: root.function(reduce),
            steps: ReducerSteps(
                willReduce: root.willReduce,
                reduce: reduce,
                look: PlacedReducer { place, _ in
                    root.look(&place.assumingMemoryBound(to: State.self).pointee)
                },
                isSettled: { changes?.isDue($0) != true }
            ),
            passedChild: context.passedChild,
            soleCase: nil,
            prime: changes == nil ? nil : root.prime,
            feedbacks: feedbacks
        )
    }
}

/// What watches a whole tree: all answers to changes come before all feedbacks.
@usableFromInline
final class RootWatch<State, Action> {
    @usableFromInline let changes: Watch<State, Action>?
    @usableFromInline let feedbacks: Watch<State, Action>?
    private var isPrimed = false

    @usableFromInline
    init(changes: Watch<State, Action>?, feedbacks: Watch<State, Action>?) {
        self.changes = changes
        self.feedbacks = feedbacks
    }

    /// Shows the state from which changes are told, the first time.
    @usableFromInline
    func prime(_ state: State) {
        guard !isPrimed else { return }
        isPrimed = true
        changes?.prime?(state)
    }

    @usableFromInline
    func willReduce(_ state: State) {
        if isPrimed { changes?.willReduce?(state) } else { prime(state) }
        feedbacks?.willReduce?(state)
    }

    @usableFromInline
    func look(_ state: inout State) -> Effect<Action> {
        let effect = changes?.answerIfDue(&state) ?? .none
        guard let feedbacks, feedbacks.isDue(state) else { return effect }
        return effect.merge(with: feedbacks.answer(&state))
    }

    /// The reducers with all that watches them.
    @inlinable
    func function(_ reduce: PlacedReducer<Action>) -> PlacedReducer<Action> {
        guard changes == nil, let feedbacks, feedbacks.willReduce == nil else {
            return PlacedReducer { [self] place, action in
                let state = place.assumingMemoryBound(to: State.self)
                willReduce(state.pointee)
                let effect = reduce.call(place, action)
                return effect.merge(with: look(&state.pointee))
            }
        }
        // Feedbacks alone have a function of their own, which does nothing that is not needed.
        let isDue = feedbacks.isDue
        return PlacedReducer { place, action in
            let state = place.assumingMemoryBound(to: State.self)
            let effect = reduce.call(place, action)
            guard isDue(state.pointee) else { return effect }
            return effect.merge(with: feedbacks.answer(&state.pointee))
        }
    }
}
