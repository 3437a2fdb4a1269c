// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs effects for the actor that owns the machine, which is not retained.
    ///
    /// Feedbacks that the state requests start here. Call it before the first action.
    ///
    /// - Parameters:
    ///   - actor: The actor on which this machine is used, and no other.
    ///   - makeExecutor: Makes the executor of an effect when it starts; by default they run where all tasks run.
    package func runEffects(on actor: any Actor, executor makeExecutor: EffectExecutorMaker? = nil) {
        effects.actor = actor
        effects.makeExecutor = makeExecutor
        inbox?.move(to: actor)
        if let feedbacks = tree.watches?.feedbacks, !status.hasBegunFeedbacks {
            status.hasBegunFeedbacks = true
            begin(feedbacks)
        }
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
            effects.perform(effect.operation, in: rootContext(group: group))
            effects.startBegun()
            group.leave()
            status.isAttended = true
        }
        return StoreTask(group: group)
    }

    /// Calls a closure that calls the program's code.
    ///
    /// Actions sent meanwhile wait and are reduced afterwards, unless a turn is running.
    func attending<Result>(_ body: () throws -> Result) rethrows -> Result {
        let phase = status.phase
        if phase == .idle { status.phase = .attending }
        defer { endReading(in: phase) }
        return try body()
    }
}

extension Machine {
    /// Does work that changes the state, such as marking a collection, while no other code accesses it.
    ///
    /// In a turn, that is after the current call has returned, because it may borrow the state.
    func beginAtRest(_ work: @escaping () -> Void) {
        guard status.phase != .idle else { return work() }
        waitingForRest.append(work)
        status.isAttended = true
    }

    /// Does the work that waited until no code accessed the state.
    func workAtRest() {
        while !waitingForRest.isEmpty {
            let waiting = waitingForRest
            waitingForRest = []
            for work in waiting { work() }
        }
    }

    /// Begins the feedbacks whose queries are in the state already.
    ///
    /// - Parameters:
    ///   - feedbacks: The feedbacks of a tree of reducers.
    ///   - scope: Makes their effect one of a mounted reducer.
    func begin(
        _ feedbacks: Watch<State, Action>,
        scope: (Effect<Action>) -> Effect<Action> = { $0 }
    ) {
        attending {
            guard feedbacks.isDue(place.pointee) else { return }
            let phase = status.phase
            status.phase = .reducing
            let effect = feedbacks.answer(&place.pointee)
            status.phase = phase
            afterCommits { _ = perform(scope(effect), group: nil) }
            status.isAttended = true
        }
    }
}

extension Machine {
    /// Waits until no effect runs or waits, including effects that follow from these.
    ///
    /// Feedbacks and streams are effects, too: if one lasts until it is cancelled, this returns when it is cancelled. Actions sent
    /// through handles before are reduced first. If the waiting task is cancelled, this returns and the effects continue.
    nonisolated(nonsending) func finish() async {
        while !Task.isCancelled {
            openInbox()
            let groups = attending { effects.groups } + (commit.map { [$0] } ?? [])
            guard !groups.isEmpty else { return }
            for group in groups { await group.finish(unlessCancelled: true) }
        }
    }

    /// The last commit in flight.
    private var commit: EffectGroup? { recording?.inFlight.all.last { !$0.isFinished } }

    /// Begins delayed, debounced and throttled effects that wait, and waits for them.
    ///
    /// ```swift
    /// machine.send(.edited)        // its reducer debounces the save
    /// await machine.flush()        // saves now
    /// machine.close()
    /// ```
    /// It waits for these effects, for effects that were deferred and run by now, and for effects that their actions start. It does
    /// not wait for a `stream`, a publisher, or a feedback, which may never end, nor for a delay that begins meanwhile, such as the
    /// next one of a poll. To wait for effects that were not deferred, use `finish`. An effect that begins early has the task-local
    /// values of the caller. Actions sent through handles before are reduced first. If the waiting task is cancelled, this returns
    /// and the effects continue.
    nonisolated(nonsending) func flush() async {
        openInbox()
        await commit?.finish(unlessCancelled: true)
        // Another action may have been sent while this waited for the commits.
        let groups = afterCommits { effects.beginWaiting() }
        for group in groups where !Task.isCancelled { await group.finish(unlessCancelled: true) }
    }
}

extension StoreActor {
    /// Waits until no effect runs or waits any more, and none follows, as `Store.finish()` does.
    public func finish() async { await machine.finish() }

    /// Lets delayed, debounced and throttled effects begin now, and waits for them, as `Store.flush()` does.
    public func flush() async { await machine.flush() }
}

extension Store {
    /// Waits until no effect of the store runs or waits, including effects that follow from these.
    ///
    /// Feedbacks and streams are effects, too: if one lasts until it is cancelled, this returns when it is cancelled; `flush()`
    /// does not wait for these. Actions sent through handles before are reduced first. A scope waits for its whole store, a mirror
    /// also for the store that it mirrors. If the waiting task is cancelled, this returns and the effects continue.
    public func finish() async { await part.finish() }

    /// Begins delayed, debounced and throttled effects that wait, and waits for them.
    ///
    /// ```swift
    /// store.send(.edited)          // its reducer debounces the save
    /// await store.flush()          // saves now
    /// store.close()
    /// ```
    /// It waits for these effects, for effects that were deferred and run by now, and for effects that their actions start. It does
    /// not wait for a `stream`, a publisher, or a feedback, which may never end, nor for a delay that begins meanwhile, such as the
    /// next one of a poll. To wait for effects that were not deferred, use `finish()`. An effect that begins early has the
    /// task-local values of the caller. Actions sent through handles before are reduced first. A scope flushes its whole store, a
    /// mirror the store that it mirrors. If the waiting task is cancelled, this returns and the effects continue.
    public func flush() async { await part.flush() }
}
