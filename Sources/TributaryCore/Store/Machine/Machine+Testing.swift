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
    /// Turns a reducer that is made here into a function, as a machine does.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the reducer.
    ///   - make: Makes the reducer.
    /// - Returns: The reducer as a function.
    package static func resolved(
        dependencies: Dependencies,
        _ make: () -> Self
    ) -> ReducerFunction<State, Action> {
        let context = ReducerContext(dependencies: dependencies)
        return context.building(make).resolveTree(in: context)
    }
}

extension StoreTask {
    /// Whether all of the effects have ended.
    package var isFinished: Bool { group?.isFinished ?? true }
}
