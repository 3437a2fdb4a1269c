// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Sends an action, and runs the turn it starts to its end (laws 1 to 3).
    ///
    /// If a turn is running already, the action is only appended to its queue. An action costs its reducers, one
    /// comparison per observer, and nothing else; it allocates nothing unless effects follow.
    ///
    /// - Returns: The work that follows.
    @inlinable
    @discardableResult
    package func send(_ action: Action) -> StoreTask {
        guard status.phase == .idle, !status.isAttended,
            !status.runsEffects || !effects.hasEndedEffects
        else { return attend(action) }
        let effect = runReducer(action)
        guard effect.isNone, !status.isAttended else { return finishTurn(with: effect) }
        if status.isObserved { return finishObserved() }
        status.phase = .idle
        return StoreTask(group: nil)
    }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order. Actions that these send follow after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    func send(contentsOf actions: some Sequence<Action>) -> StoreTask {
        // Iterated before any of them is queued: actions that the sequence sends meanwhile come before, and overtake
        // nothing.
        sendTogether(actions.map { SendOperation($0) })
    }

    /// Sends a step of an undo history, as one turn; its effects belong to one group.
    ///
    /// - Parameters:
    ///   - actions: The actions of the step as it is now.
    ///   - perform: Reduces the actions when their turn comes, before any other. It is not called if the machine is closed before.
    /// - Returns: The work that follows from all of them.
    package func sendStep(_ actions: [EffectOperation], perform: @escaping StepBody) -> StoreTask {
        sendTogether(actions, as: perform)
    }

    /// Queues actions, or a step of them, and runs a turn for them, or leaves them to the one that runs.
    private func sendTogether(_ actions: [EffectOperation], as step: StepBody? = nil) -> StoreTask {
        emptyInboxBeforeSending()
        guard let first = actions.first else { return StoreTask(group: nil) }
        if closing != nil, actions.map(isRefusing).contains(true) { return StoreTask(group: .refused) }
        let group = EffectGroup()
        let waiting = step.map { [StepOperation($0, sending: first, in: carrier?.current)] } ?? actions
        for operation in waiting {
            enqueue(PendingAction(operation: operation, origin: .store, group: group))
        }
        if status.phase == .idle { runTurn() }
        return StoreTask(group: group)
    }

    /// Appends an action to the queue, with the context of its sender if the store carries contexts.
    func enqueue(_ pending: consuming PendingAction) {
        if let carrier, let operation = pending.operation as? SendOperation<Action> {
            pending.operation = SendOperation(operation.action, in: carrier.current)
        }
        status.queue.append(pending)
        status.isAttended = true
    }
}

extension Machine {
    /// Calls the reducer, and marks that it has the state.
    @inlinable
    @inline(__always)
    func runReducer(_ action: Action) -> Effect<Action> {
        // Not the result of the closure: code that is not specialized would look up the metadata of an effect.
        var effect = Effect<Action>.none
        withUnsafePointer(to: action) { pointer in
            status.phase = .reducing
            status.action = UnsafeRawPointer(pointer)
            // The pointer is valid only during this call.
            defer { status.action = nil }
            effect = reducer.call(&place.pointee, action)
        }
        return effect
    }

    /// Processes an action that an effect sent, or that a reducer returned to be sent.
    ///
    /// - Parameters:
    ///   - operation: Holds the action.
    ///   - group: The group of the action that the effect followed from; `nil` if the runtime started it for itself.
    ///   - cause: The entry of that action, where entries are recorded.
    ///   - sender: The piece of state whose effect sent it, if the action may have to wait while that goes away. A running effect has
    ///     none: its state is there, and its actions do not wait in the queue.
    func receive(_ operation: EffectOperation, group: EffectGroup?, cause: Int?, from sender: EffectLifetime?)
    {
        // Only a feedback continues after its action's task was cancelled; its actions do not belong to the task.
        let group = group.flatMap { $0.isCancelled ? nil : $0 } ?? EffectGroup()
        // Between turns only a running effect can deliver, and it has emptied the inbox before. Within a turn, the action comes
        // from an effect that a reducer returned.
        guard status.phase == .idle else {
            emptyInboxBeforeSending()
            guard !isClosed else { return }
            return enqueue(
                .init(operation: operation, origin: .reducer, group: group, sender: sender, cause: cause)
            )
        }
        if closing != nil, isRefusing(operation) { return }
        beginTurn()
        recording?.cause = cause
        // An effect of this machine sends only actions of the machine's own type.
        let operation = unsafeDowncast(operation, to: SendOperation<Action>.self)
        reduce(operation.action, origin: .effect, group: group)
        continueTurn()
    }

    /// Carries contexts with actions, if configured.
    @inline(__always)
    var carrier: (any ContextCarrier)? { recording?.carrier }

    /// The rest of a turn of one action from which nothing follows, in a machine that only observers attend.
    @usableFromInline func finishObserved() -> StoreTask {
        status.phase = .attending
        status.isTurning = true
        notify()
        if status.isAttended {
            // Called code sent an action.
            continueTurn()
        } else {
            status.isTurning = false
            status.isObserved = isObserved
            status.phase = .idle
        }
        return StoreTask(group: nil)
    }

    /// The long way of `send`, for a machine with attachments, effects or a turn that is running.
    @usableFromInline func attend(_ action: Action) -> StoreTask {
        emptyInboxBeforeSending()
        if closing != nil, isRefusing(SendOperation(action)) { return StoreTask(group: .refused) }
        guard status.phase == .idle else {
            let group = EffectGroup()
            enqueue(PendingAction(operation: SendOperation(action), origin: .store, group: group))
            return StoreTask(group: group)
        }
        beginTurn()
        recording?.cause = nil
        let group = reduce(action, origin: .store, group: nil)
        continueTurn()
        return StoreTask(group: group)
    }

    /// Processes the inbox before an action, but not while a reducer runs.
    private func emptyInboxBeforeSending() {
        guard inbox?.hasItems == true else { return }
        switch status.phase {
        case .idle: openInbox()
        case .attending: emptyInbox()
        case .reducing, .performing: break
        }
    }

    /// The rest of a turn whose first action was reduced on the short way.
    @usableFromInline func finishTurn(with effect: Effect<Action>) -> StoreTask {
        beginTurn()
        let group = perform(effect, group: nil)
        status.hasReduced = true
        continueTurn()
        return StoreTask(group: group)
    }
}

/// Compares by `==` if the action has it, otherwise by its text: an action with a closure is then the same if all else is.
private func isSame<Action>(_ action: Action, _ reduced: Action) -> Bool {
    (action as? any Equatable)?.isEqual(to: reduced)
        ?? (String(reflecting: action) == String(reflecting: reduced))
}

/// The number of actions in a turn from which it is reported as endless; it is reported again at each tenfold.
private let endlessTurnCount = 10_000

extension Machine {
    /// Runs a turn for the pending actions.
    func runTurn() {
        beginTurn()
        continueTurn()
    }

    /// Begins a turn: from now on, sent actions are queued.
    func beginTurn() {
        status.phase = .attending
        status.isTurning = true
        inbox?.beginTurn()
    }

    /// Reduces the queued actions, then notifies observers; repeats this while there are new ones (laws 1, 3, and 5).
    func continueTurn() {
        // Counts only the follow-ups of the first action: a group that was sent as a whole ends, however large it is.
        var length = (count: min(0, 1 - status.queue.count), reportedNext: endlessTurnCount)
        repeat {
            finishActionCallbacks()
            if !status.queue.isEmpty { reduceWaiting(&length) }
            guard status.hasReduced else { continue }
            status.hasReduced = false
            if recording != nil { commitRecorded() }
            notify()
        } while !isTurnOver
        status.isTurning = false
        if closing?.step == .ending { finishClosing() }
        inbox?.releaseTaken()
        dropUnusedInbox()
        status.runsEffects = effects.table.count > 0
        if companions?.count == 0 { companions = nil }
        status.isAttended = status.isAttended && isToBeAttended
        status.isObserved = isObserved
        // Last, because the calls before may have added something.
        status.phase = .idle
    }

    /// Not inlined: a caller with an empty queue needs no metadata of an entry.
    @inline(never)
    private func reduceWaiting(_ length: inout (count: Int, reportedNext: Int)) {
        while let entry = status.queue.popFirst() {
            if let step = entry.operation.step {
                step.perform { reduce($0, of: step, entry) }
            } else {
                // Nothing else is appended to the queue.
                let operation = unsafeDowncast(entry.operation, to: SendOperation<Action>.self)
                let action = operation.action
                resuming(operation.context) { reduce(action, entry) }
            }
            // A step ends, so it counts as one, however many actions it has.
            length.count += 1
            if length.count > 0, length.count.isMultiple(of: endlessTurnCount) {
                if length.count == length.reportedNext {
                    length.reportedNext *= 10
                    reportEndlessTurn(length.count, entry.operation)
                }
                // So that another thread can close the machine, and no entry waits forever for its commit.
                recording?.isPartDue = true
                emptyInbox()
            }
            finishActionCallbacks()
        }
    }

    /// Calls a closure in the context of an action, which may have arrived while another sender's action is reduced.
    private func resuming(_ context: @autoclosure () -> (any Sendable)?, _ body: () -> Void) {
        guard let carrier else { return body() }
        carrier.resume(context(), body)
    }

    /// Reduces an action of a step, and returns the one that the reducers received.
    private func reduce(
        _ operation: EffectOperation,
        of step: StepOperation,
        _ entry: PendingAction
    ) -> EffectOperation? {
        emptyInboxAfterCallbacks()
        if !waitingForRest.isEmpty { workAtRest() }
        guard let sent = operation as? SendOperation<Action> else { return nil }
        guard closing?.step != .requested else {
            // Dropped with everything that waits.
            enqueue(PendingAction(operation: sent, origin: entry.origin, group: entry.group))
            return nil
        }
        guard let companions, !companions.middleware.elements.isEmpty else {
            resuming(step.context) { reduce(sent.action, entry) }
            return sent
        }
        var received: SendOperation<Action>?
        // The innermost middleware sees the action that the others passed on.
        let innermost = Attachment<State, Action>(
            didReduce: { action, _, _ in
                received = isSame(sent.action, action) ? sent : SendOperation(action)
            }
        )
        companions.append(innermost)
        resuming(step.context) { reduce(sent.action, entry) }
        withExtendedLifetime(innermost) {}
        return received
    }

    /// Reduces a queued action.
    ///
    /// If the state whose effect sent it was removed meanwhile, the child's reducers are skipped.
    private func reduce(_ action: Action, _ entry: PendingAction) {
        recording?.cause = entry.cause
        guard let sender = entry.sender else {
            return _ = reduce(action, origin: entry.origin, group: entry.group)
        }
        tree.passedChild.pass(sender.ended) {
            _ = reduce(action, origin: entry.origin, group: entry.group)
            if sender.ended != nil { recording?.recorder?.pass(tree.passedChild.positions) }
        }
    }

    /// Whether an action needs more than a call of the reducer, even if no effect of a child runs.
    private var isToBeAttended: Bool {
        // Each mounted reducer retains the inbox.
        effects.root?.isSettled == false || companions != nil || inbox != nil || closing != nil
            || recording != nil
    }

    /// Whether no action is pending.
    private var isTurnOver: Bool {
        effects.removeEnded()
        emptyInboxAfterCallbacks()
        guard status.queue.isEmpty, waitingForRest.isEmpty, closing?.step != .requested else { return false }
        // All reduced actions were delivered by now.
        if closing?.step == .ending, stopNextService() { return false }
        guard let inbox, !inbox.endTurn() else { return true }
        emptyInbox()
        return false
    }

    /// Processes the requests of an action's callbacks: sends through a handle, dropped tokens, a call of `close`.
    private func finishActionCallbacks() {
        emptyInboxAfterCallbacks()
        if !waitingForRest.isEmpty { workAtRest() }
        if closing?.step == .requested { beginClosing() }
    }

    /// Empties the inbox, if a callback may have added to it.
    ///
    /// Actions that other threads send meanwhile have their own job, so they occupy the actor only for the duration of
    /// their actions.
    private func emptyInboxAfterCallbacks() {
        guard let inbox, inbox.hasItems else { return }
        if isObserved || companions != nil { emptyInbox() }
    }

    /// One action: middleware, reducers and effects, middleware again, listeners, services (law 2).
    ///
    /// - Returns: The group of the effects that followed, if any did.
    @discardableResult
    func reduce(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        guard let companions else { return reduceAdmitted(action, origin: origin, group: group) }
        return reduceAccompanied(action, by: companions, origin: origin, group: group)
    }

    /// Runs the reducers on the action that the middleware passed on, then performs their effects.
    ///
    /// - Returns: The group of the effects that followed, if any did.
    func reduceAdmitted(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        status.hasReduced = true
        guard let recording else { return reduceUnrecorded(action, group: group) }
        return reduceRecorded(action, origin: origin, group: group, in: recording)
    }

    func reduceUnrecorded(_ action: Action, group: EffectGroup?) -> EffectGroup? {
        let effect = runReducer(action)
        status.phase = .attending
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
        if case nil = operation.kind {
            // A follow-up action needs no context: it belongs to the whole state, as this machine does.
            receive(operation, group: group, cause: recording?.entry, from: nil)
        } else {
            effects.perform(operation, in: rootContext(group: group, holder: holder))
        }
        settleEffects()
        return group
    }

    /// The context for effects of the machine's own reducer.
    func rootContext(group: EffectGroup, holder: EffectGroup? = nil) -> EffectContext {
        if effects.root == nil { (effects.machine, effects.root) = (self, EffectLifetime(of: State.self)) }
        return EffectContext(group: group, holder: holder, cause: recording?.entry)
    }

    /// Cancels the effects of removed state, then starts the new ones.
    func settleEffects() {
        if status.isAttended, let root = effects.root, !root.isSettled {
            effects.removeEnded()
            effects.performing {
                endLifetimes(below: root)
                root.removeEmptyGroups()
            }
        }
        // Effects that are added while the machine closes are cancelled with it, before they start.
        if closing == nil { effects.startBegun() }
    }

    /// Cancels the effects of children whose state was removed (law 8).
    private func endLifetimes(below root: EffectLifetime) {
        var ended: [EffectLifetime] = []
        root.collectEnded(at: PartAddress(place), into: &ended)
        for lifetime in ended {
            effects.change { $0.cancel(lifetime) }
            lifetime.end()
        }
    }

    /// Calls the observers of changed values.
    func notify() {
        guard let observing, !observing.tree.isEmpty else { return }
        if let count = observing.tree.notify(PartAddress(place)) { reportManyObservers(count) }
        observing.endAbandonedFields()
    }

    private func reportEndlessTurn(_ count: Int, _ operation: EffectOperation) {
        reporter.report(
            Diagnostic(
                .endlessTurn,
                message:
                    "A turn has run \(count) actions and does not end: its actions keep sending actions.",
                remedy:
                    "Look for actions that keep sending each other. Nothing was dropped. Closing the store ends it.",
                action: operation.actionText
            )
        )
    }
}

extension Machine {
    /// The inbox, made when it is first needed.
    func makeInbox() -> StoreInbox {
        if let inbox { return inbox }
        let made = StoreInbox(
            actor: effects.actor,
            isTurning: status.isTurning,
            reporter: reporter,
            carrier: carrier,
            wake: StoreDelivery { [weak self] in self?.openInbox() }
        )
        if isClosed { made.close() }
        inbox = made
        // From now on something may arrive at any time, and every action has to check.
        status.isAttended = true
        return made
    }

    /// Runs a turn for items that arrived while the machine was idle.
    package func openInbox() {
        guard status.phase == .idle, inbox?.hasItems == true else { return }
        beginTurn()
        emptyInbox()
        continueTurn()
    }

    /// Empties the inbox: actions go to the end of the queue, everything else is done at once.
    ///
    /// It takes one item after the other, so that a callback that calls this again finds the rest in order.
    func emptyInbox() {
        while let item = inbox?.takeFirst() { item() }
    }

    /// Forgets the inbox when nothing is left that could add to it.
    ///
    /// It can only be reached through the machine again, so nothing can arrive after the first check.
    func dropUnusedInbox() {
        guard inbox != nil, isKnownUniquelyReferenced(&inbox), inbox?.hasItems == false else { return }
        inbox = nil
    }
}
