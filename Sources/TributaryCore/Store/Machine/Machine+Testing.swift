// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Only tests use these members.
extension Machine {
    /// The effects that run: neither ended nor cancelled, in the order in which they began.
    package var runningEffects: [EffectDescription] {
        attending { effects.removeEnded() }
        return effects.running
    }

    /// How many effects the machine keeps, including ended ones.
    package var keptEffectCount: Int { effects.keptCount }

    /// Cancels every effect that runs.
    package func cancelEffects() { attending { effects.cancelAll() } }
}

extension Reducer {
    /// Turns a reducer that is made here into a function without feedbacks, as a machine does.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the reducer.
    ///   - make: Makes the reducer.
    /// - Returns: The function; a closure that shows it another state to continue from; whether no change of a state is left
    ///   that the next action would answer; the feedbacks of the reducer, and whether a filter contains some.
    package static func resolved(
        dependencies: Dependencies,
        _ make: () -> Self
    ) -> (
        reduce: ReducerFunction<State, Action>, prime: ((State) -> Void)?, isSettled: ((State) -> Bool)?,
        feedbacks: Watch<State, Action>?, areFiltered: Bool
    ) {
        let context = ReducerContext(dependencies: dependencies)
        let reducer = context.building(make)
        let tree = reducer.resolveTree(in: context, runsFeedbacks: false)
        let kept = reducer.resolveTree(in: context, runsFeedbacks: true).feedbacks
        return ({ tree.function(&$0, $1) }, tree.prime, tree.steps?.isSettled, kept, kept?.willReduce != nil)
    }
}

extension StoreTask {
    /// Whether all of the effects have ended.
    package var isFinished: Bool { group?.isFinished ?? true }
}
