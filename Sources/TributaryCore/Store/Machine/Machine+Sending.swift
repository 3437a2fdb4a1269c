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
    public func send(_ action: Action) -> StoreTask {
        guard storage.pointee.phase == .idle, !storage.pointee.isAttended,
            !storage.pointee.runsEffects || !effects.hasEndedEffects
        else { return attend(action) }
        let effect = runReducer(action)
        guard effect.isNone, !storage.pointee.isAttended else { return finishTurn(with: effect) }
        if storage.pointee.status.isObserved { return finishObserved() }
        storage.pointee.phase = .idle
        return StoreTask(group: nil)
    }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order. Actions that these send follow after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    public func send(contentsOf actions: some Sequence<Action>) -> StoreTask {
        // Iterated before any of them is queued: actions that the sequence sends meanwhile come before, and overtake
        // nothing.
        let actions = Array(actions)
        emptyInboxBeforeSending()
        guard !actions.isEmpty else { return StoreTask(group: nil) }
        guard !isRefusing(actions) else { return StoreTask(group: .refused) }
        let group = EffectGroup()
        for action in actions { queue.append(waiting(action), origin: .store, group: group) }
        storage.pointee.isAttended = true
        if storage.pointee.phase == .idle { runTurn() }
        return StoreTask(group: group)
    }
}

extension Machine {
    /// Sends actions as one turn, and gets the action that the reducers received for each.
    ///
    /// - Parameters:
    ///   - actions: The actions, one at least.
    ///   - revise: Called when their turn comes: returns other actions to take their place, or `nil`.
    ///   - finish: Gets the results, before any other action is reduced. It is not called if the machine is closed before.
    /// - Returns: The work that follows from all of them.
    func sendStep(
        _ actions: [Action],
        revise: @escaping () -> [Action]?,
        finish: @escaping (StepResults<Action>) -> Void
    ) -> StoreTask {
        emptyInboxBeforeSending()
        guard let first = actions.first else { return StoreTask(group: nil) }
        guard !isRefusing(actions) else { return StoreTask(group: .refused) }
        let group = EffectGroup()
        let step = StepOperation(
            first,
            of: actions,
            revise: revise,
            finish: finish,
            record: { [weak self] in self?.recording?.recorder?.step($0) },
            sent: carrier?.current
        )
        queue.append(step, origin: .store, group: group)
        storage.pointee.isAttended = true
        if storage.pointee.phase == .idle { runTurn() }
        return StoreTask(group: group)
    }
}

extension Machine {
    /// Calls the reducer, and marks that it has the state.
    @inlinable
    func runReducer(_ action: Action) -> Effect<Action> { run(reducer, action) }

    /// Calls a function that changes the state, and marks that it has the state.
    @inlinable
    @inline(__always)
    func run(_ reducer: PlacedReducer<Action>, _ action: Action) -> Effect<Action> {
        // Not the result of the closure: code that is not specialized would look up the metadata of an effect.
        var effect = Effect<Action>.none
        withUnsafePointer(to: action) { pointer in
            storage.pointee.phase = .reducing
            storage.pointee.action = pointer
            // The pointer is valid only during this call.
            defer { storage.pointee.action = nil }
            effect = reducer.call(UnsafeMutableRawPointer(storage.pointee.place), action)
        }
        return effect
    }

    /// Processes an action that an effect sent, or that a reducer returned to be sent.
    ///
    /// - Parameters:
    ///   - operation: Holds the action.
    ///   - sender: The effect's origin: its group and its lifetime.
    func receive(_ operation: EffectOperation, from sender: EffectSender) {
        // An effect of this machine sends only actions of the machine's own type.
        let operation = unsafeDowncast(operation, to: SendOperation<Action>.self)
        // Only a feedback continues after its action's task was cancelled; its actions do not belong to the task.
        let group = sender.group.flatMap { $0.isCancelled ? nil : $0 } ?? EffectGroup()
        // Between turns only a running effect can deliver, and it has emptied the inbox before. Within a turn, the action comes
        // from an effect that a reducer returned.
        guard storage.pointee.phase == .idle else {
            emptyInboxBeforeSending()
            guard !isClosed else { return }
            sender.lifetime?.beginWaiting()
            queue.append(
                carrier == nil ? operation : waiting(operation.action),
                origin: .reducer,
                group: group,
                sender: sender.lifetime,
                cause: sender.cause
            )
            return storage.pointee.isAttended = true
        }
        if closing.step != .open, isRefusing(operation.action) { return }
        beginTurn()
        recording?.cause = sender.cause
        reduce(operation.action, origin: .effect, group: group)
        continueTurn()
    }

    /// Carries contexts with actions, if configured.
    @inline(__always)
    var carrier: (any ContextCarrier)? {
        // Checked first, because without a recorder this is the only check.
        recording == nil ? nil : effects.holding?.carrier
    }

    /// An action for the queue, with the sender's context if the store carries contexts.
    func waiting(_ action: Action) -> SendOperation<Action> {
        guard let carrier else { return SendOperation(action) }
        return CarriedOperation(action, sent: carrier.current)
    }

    /// The rest of a turn of one action from which nothing follows, in a machine that only observers attend.
    @usableFromInline
    func finishObserved() -> StoreTask {
        storage.pointee.phase = .attending
        isTurning = true
        notify()
        if storage.pointee.isAttended {
            // Called code sent an action.
            continueTurn()
        } else {
            isTurning = false
            storage.pointee.status.isObserved = isObserved
            storage.pointee.phase = .idle
        }
        return StoreTask(group: nil)
    }

    /// The long way of `send`, for a machine with attachments, effects or a turn that is running.
    @usableFromInline
    func attend(_ action: Action) -> StoreTask {
        emptyInboxBeforeSending()
        if closing.step != .open, isRefusing(action) { return StoreTask(group: .refused) }
        guard storage.pointee.phase == .idle else {
            let group = EffectGroup()
            queue.append(waiting(action), origin: .store, group: group)
            storage.pointee.isAttended = true
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
        guard incoming.hasItems else { return }
        switch storage.pointee.phase {
        case .idle: openInbox()
        case .attending: emptyInbox()
        case .reducing, .performing: break
        }
    }

    /// The rest of a turn whose first action was reduced on the short way.
    @usableFromInline
    func finishTurn(with effect: Effect<Action>) -> StoreTask {
        beginTurn()
        let group = perform(effect, group: nil)
        hasReduced = true
        continueTurn()
        return StoreTask(group: group)
    }
}
