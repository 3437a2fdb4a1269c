// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs effects on behalf of the actor that owns the machine, with their tasks on a given executor.
    ///
    /// - Parameters:
    ///   - actor: The actor on which this machine is used, and no other.
    ///   - executor: Where the tasks of effects that start from now on run; `nil` is where all tasks do.
    package func runEffects(on actor: any Actor, executor: (any TaskExecutor)?) {
        effects.actor = actor
        effects.executor = executor
        inbox?.move(to: actor)
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
