// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The number of actions in a turn from which it is reported as endless; it is reported again at each tenfold.
private let endlessTurnCount = 10_000

/// The number of actions that a turn has reduced, and the number at which it is reported next.
private struct TurnLength {
    /// Counts only the follow-ups of the first action: a group that was sent as a whole ends, however large it is.
    var count: Int
    var reportedNext = endlessTurnCount

    init(waiting: Int) { count = min(0, 1 - waiting) }
}

extension Machine {
    /// Runs a turn for the pending actions.
    func runTurn() {
        beginTurn()
        continueTurn()
    }

    /// Begins a turn: from now on, sent actions are queued.
    func beginTurn() {
        storage.pointee.phase = .attending
        isTurning = true
        incoming.inbox?.beginTurn()
    }

    /// Reduces the queued actions, then notifies observers; repeats this while there are new ones (laws 1, 3, and 5).
    func continueTurn() {
        var length = TurnLength(waiting: queue.count)
        repeat {
            finishActionCallbacks()
            if !queue.isEmpty { reduceWaiting(&length) }
            guard hasReduced else { continue }
            hasReduced = false
            if recording != nil { commitRecorded() }
            notify()
        } while !isTurnOver
        isTurning = false
        if closing.step == .ending { finishClosing() }
        releaseHeld()
        dropUnusedInbox()
        storage.pointee.runsEffects = !effects.isIdle
        storage.pointee.isAttended = isToBeAttended
        storage.pointee.status.isObserved = isObserved
        // Last, because the calls before may have added something.
        storage.pointee.phase = .idle
        if let travel { goOn(travel) }
    }

    /// Not inlined: a caller with an empty queue needs no metadata of an entry.
    @inline(never)
    private func reduceWaiting(_ length: inout TurnLength) {
        while let entry = queue.popFirst() {
            let step = queue.step(of: entry)
            if let step = step as? StepOperation<Action> {
                let actions = step.choose()
                queue.prepend(actions, as: entry)
                // A step of several actions ends, however many it has.
                length.count -= actions.count
                continue
            }
            let action = queue.action(of: entry)
            if let carrier {
                // It may have arrived while another sender's action is reduced.
                carrier.resume(queue.context(of: entry)) { reduce(action, entry, step) }
            } else {
                reduce(action, entry, step)
            }
            length.count += 1
            if length.count > 0, length.count.isMultiple(of: endlessTurnCount) {
                if length.count == length.reportedNext {
                    length.reportedNext *= 10
                    reportEndlessTurn(length.count, action)
                }
                // So that another thread can close the machine, and no entry waits forever for its commit.
                recording?.isPartDue = true
                emptyInbox()
            }
            finishActionCallbacks()
        }
    }

    /// Reduces a queued action; the sender of a step gets the result.
    private func reduce(_ action: Action, _ entry: WaitingAction, _ step: SendOperation<Action>?) {
        guard let step = step as? StepAction<Action> else { return reduce(action, entry) }
        guard storage.pointee.isAccompanied else {
            reduce(action, entry)
            return step.wasReduced()
        }
        do {
            let isAlone = !companions.phases.contains(.reducing)
            let attachment = StepAttachment<State, Action>(step, isAlone: isAlone)
            companions.append(attachment)
            reduce(action, entry)
            withExtendedLifetime(attachment) {}
        }
        companions.removeReleased()
    }

    /// Reduces a queued action.
    ///
    /// If the state whose effect sent it was removed meanwhile, the child's reducers are skipped.
    private func reduce(_ action: Action, _ entry: WaitingAction) {
        recording?.cause = entry.cause
        guard let sender = entry.sender else {
            return _ = reduce(action, origin: entry.origin, group: entry.group)
        }
        sender.endWaiting()
        passedChild.pass(sender.ended?.key) {
            _ = reduce(action, origin: entry.origin, group: entry.group)
            if sender.ended != nil { recording?.recorder?.pass(passedChild.positions) }
        }
    }

    /// Whether an action needs more than a call of the reducer, even if no effect of a child runs.
    private var isToBeAttended: Bool {
        // Each mounted reducer retains the inbox.
        !lifetime.isSettled || storage.pointee.isAccompanied || incoming.inbox != nil || closing.step != .open
            || recording != nil
    }

    /// Whether no action is pending.
    private var isTurnOver: Bool {
        effects.removeEnded()
        emptyInboxAfterCallbacks()
        guard queue.isEmpty, waitingForRest.isEmpty, closing.step != .requested else { return false }
        // All reduced actions were delivered by now.
        if closing.step == .ending, stopNextService() { return false }
        guard let inbox = incoming.inbox, !inbox.endTurn() else { return true }
        emptyInbox()
        return false
    }

    /// Processes the requests of an action's callbacks: sends through a handle, dropped tokens, a call of `close`.
    private func finishActionCallbacks() {
        emptyInboxAfterCallbacks()
        if !waitingForRest.isEmpty { workAtRest() }
        if closing.step == .requested { beginClosing() }
    }

    /// Empties the inbox, if a callback may have added to it.
    ///
    /// Actions that other threads send meanwhile have their own job, so they occupy the actor only for the duration of
    /// their actions.
    private func emptyInboxAfterCallbacks() {
        guard let inbox = incoming.inbox, inbox.hasItems else { return }
        if isObserved || storage.pointee.isAccompanied { emptyInbox() }
    }

    /// One action: middleware, reducers and effects, middleware again, listeners, services (law 2).
    ///
    /// - Returns: The group of the effects that followed, if any did.
    @discardableResult
    func reduce(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        guard !storage.pointee.isAccompanied else {
            return reduceAccompanied(action, origin: origin, group: group)
        }
        return reduceAdmitted(action, origin: origin, group: group)
    }

    /// Runs the reducers on the action that the middleware passed on, then performs their effects.
    ///
    /// - Returns: The group of the effects that followed, if any did.
    func reduceAdmitted(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        hasReduced = true
        guard let recording else { return reduceUnrecorded(action, group: group) }
        return reduceRecorded(action, origin: origin, group: group, in: recording)
    }

    func reduceUnrecorded(_ action: Action, group: EffectGroup?) -> EffectGroup? {
        guard !storage.pointee.hasMounts else { return reduceWithMounts(action, group: group) }
        let effect = runReducer(action)
        storage.pointee.phase = .attending
        return perform(effect, group: group)
    }

    /// Performs an effect, and cancels the effects of removed state.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - group: The group that waits for it, if there is one already.
    ///   - holder: The group that may cancel it if it belongs to no action.
    /// - Returns: The group that waits for it, if there is work to wait for.
    func perform(
        _ effect: Effect<Action>,
        group: EffectGroup?,
        holder: EffectGroup? = nil
    ) -> EffectGroup? {
        guard let operation = effect.operation else {
            settleEffects()
            return group
        }
        let group = group ?? EffectGroup()
        if operation.work == nil, operation.composite == nil {
            // A follow-up action needs no context: it belongs to the whole state, as this machine does.
            receive(operation, from: EffectSender(group: group, cause: recording?.entry))
        } else {
            effects.perform(operation, in: rootContext(group: group, holder: holder))
        }
        settleEffects()
        return group
    }

    /// The context for effects of the machine's own reducer.
    func rootContext(group: EffectGroup, holder: EffectGroup? = nil) -> EffectContext {
        effects.context(of: self, place: lifetime, group: group, holder: holder, cause: recording?.entry)
    }

    /// Takes an effect apart, without starting its work yet.
    func begin(
        _ effect: Effect<Action>,
        group: inout EffectGroup?,
        context: (EffectGroup) -> EffectContext
    ) {
        guard let operation = effect.operation else { return }
        let performed = group ?? EffectGroup()
        group = performed
        effects.perform(operation, in: context(performed))
    }

    /// Cancels the effects of removed state, then starts the new ones.
    func settleEffects() {
        if !lifetime.isSettled {
            effects.removeEnded()
            effects.performing {
                lifetime.removeEmptyPlaces()
                endLifetimes()
            }
        }
        // Effects that are added while the machine closes are cancelled with it, before they start.
        if closing.step == .open { effects.startBegun() }
    }

    /// Cancels the effects of children whose state was removed (law 8).
    private func endLifetimes() {
        var ended: [EffectLifetime] = []
        lifetime.collectEnded(in: storage.pointee.state, into: &ended)
        for lifetime in ended {
            effects.cancel(lifetime)
            lifetime.end()
        }
    }

    /// Calls the observers of changed values.
    func notify() {
        guard let observers = presentObservers, !observers.isEmpty else { return }
        let state = UnsafeMutableRawPointer(storage.pointee.place)
        observers.round.begin()
        if observers.check(UnsafeRawPointer(state)) {
            // In place, so no code may read the state meanwhile.
            storage.pointee.phase = .reducing
            observers.mark(state)
            storage.pointee.phase = .attending
        }
        observers.round.deliver()
        observers.round.end()
        if observers.round.takesManyUnchanged() { reportManyObservers(observers.round.unchangedCount) }
        presentFields?.endAbandoned()
    }

    private func reportEndlessTurn(_ count: Int, _ action: Action) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .endlessTurn,
                message:
                    "A turn has run \(count) actions and does not end: its actions keep sending actions.",
                remedy:
                    "Look for actions that keep sending each other. Nothing was dropped. Closing the store ends it.",
                action: String(reflecting: action)
            )
        )
    }
}
