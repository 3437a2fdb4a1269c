// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs effects for the actor that owns the machine, each task on an executor of its own.
    ///
    /// - Parameters:
    ///   - actor: The actor on which this machine is used, and no other.
    ///   - makeExecutor: Makes the executor of an effect when it starts; `nil` runs them where all tasks run.
    package func runEffects(on actor: any Actor, executor makeExecutor: EffectExecutorMaker?) {
        effects.actor = actor
        effects.makeExecutor = makeExecutor
        incoming.inbox?.move(to: actor)
        guard let feedbacks = initialFeedbacks else { return }
        initialFeedbacks = nil
        begin(feedbacks)
    }

    /// Whether any effect runs, or waits for its turn.
    package var isRunningEffects: Bool { !effects.isIdle }
}

extension StoreActor {
    /// Whether any effect runs, or waits for its turn.
    package var isRunningEffects: Bool { machine.isRunningEffects }
}
