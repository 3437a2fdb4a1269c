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
    package var isRunningEffects: Bool {
        attending { effects.removeEnded() }
        return !effects.isIdle
    }

    /// Starts an effect without an action, which lives as long as the machine.
    ///
    /// - Parameter effect: The effect.
    /// - Returns: Its work.
    func start(_ effect: Effect<Action>) -> StoreTask {
        guard !isRefusingCompanion("An operation") else { return StoreTask(group: nil) }
        let group = EffectGroup()
        // Until it begins, which is not while a reducer has the state.
        group.enter()
        beginAtRest { [self] in
            var performed: EffectGroup? = group
            begin(effect, group: &performed) { rootContext(group: $0) }
            effects.startBegun()
            group.leave()
            storage.pointee.isAttended = true
        }
        return StoreTask(group: group)
    }

    /// Calls a closure that calls the program's code.
    ///
    /// Actions sent meanwhile wait and are reduced afterwards, unless a turn is running.
    func attending<Result>(_ body: () -> Result) -> Result {
        let phase = storage.pointee.phase
        if phase == .idle { storage.pointee.phase = .attending }
        defer { endReading(in: phase) }
        return body()
    }
}

extension Machine: EffectMachineOwner {}

extension StoreActor {
    /// Whether any effect runs, or waits for its turn.
    package var isRunningEffects: Bool { machine.isRunningEffects }
}
