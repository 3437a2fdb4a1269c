// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A tool's view of a machine's actions and states: it changes nothing, and nothing waits for it.
///
/// A machine has any number in addition to its recorder, attached at any time, and at most one that is `alone`. All closures are
/// called on the machine's actor.
package struct Inspection<State, Action> {
    /// Receives an action as the reducers received it, and the state after it, when its effects have begun.
    package let reduced: (InspectedAction<Action>, State) -> Void

    /// Called when observers are notified, together, of all actions since the last time.
    package let committed: () -> Void

    /// An effect has begun, or is over, while an action with this number was reduced.
    package let effect: (EffectEvent, Int?) -> Void

    /// The machine is closed.
    package let closed: () -> Void

    /// The owner of the closures, by which a tool identifies its own data of the machine.
    package let owner: AnyObject

    package init(
        owner: AnyObject,
        reduced: @escaping (InspectedAction<Action>, State) -> Void,
        committed: @escaping () -> Void,
        effect: @escaping (EffectEvent, _ action: Int?) -> Void,
        closed: @escaping () -> Void
    ) {
        self.owner = owner
        self.reduced = reduced
        self.committed = committed
        self.effect = effect
        self.closed = closed
    }
}

/// A reduced action, with its number among the machine's actions.
package struct InspectedAction<Action> {
    /// The number of the entry if the machine is recorded; otherwise the count since the inspection began.
    package let number: Int

    /// The action whose effect or follow-up this is, if it was numbered.
    package let cause: Int?

    package let action: Action
    package let origin: ActionOrigin
}

extension Machine {
    /// Attaches an inspection, from the next action on.
    ///
    /// - Parameters:
    ///   - inspection: The inspection.
    ///   - isAlone: Whether this is the one inspection for `inspector` and `endInspection`.
    /// - Returns: Whether it has begun.
    @discardableResult
    package func inspect(
        _ inspection: Inspection<State, Action>,
        alone isAlone: Bool = true
    ) -> Bool {
        let recording = recording ?? Recording(nil)
        guard !isAlone || recording.inspection == nil else { return false }
        if isAlone { recording.inspection = inspection } else { recording.others.append(inspection) }
        self.recording = recording
        storage.pointee.isAttended = true
        // The runner may live longer than the machine.
        effects.watch = { [weak recording] event in
            recording?.inspect { $0.effect(event, recording?.entry) }
        }
        return true
    }

    /// Detaches the inspection that is `alone`.
    ///
    /// Without a recorder and other inspections, the machine has no more overhead of inspection.
    package func endInspection() {
        recording?.inspection = nil
        guard recording?.others.isEmpty != false else { return }
        effects.watch = nil
        // A closed machine has no recorder, but may wait for its last commit.
        if recording?.recorder == nil, recording?.isWaiting != true { recording = nil }
    }

    /// The owner of the inspection that is `alone`.
    package var inspector: AnyObject? { recording?.inspection?.owner }

    /// The titles of the mounted reducers, in order.
    package var mounted: [String] { mounts.titles }

    /// The number of actions that wait for their turn, including those from other threads.
    package var waitingActions: Int {
        queue.count + incoming.taken.count { $0.group != nil } + (incoming.inbox?.waitingCount ?? 0)
    }

    /// The number of commits in flight.
    package var waitingCommits: Int { recording?.waiting.count ?? 0 }

    /// The newest state, even while another is shown.
    package var newestState: State { travel?.newest ?? storage.pointee.state }

    /// Registers the effects that have ended since the last turn.
    package func noteEndedEffects() { attending { effects.removeEnded() } }

    /// Continues from the shown state, and reduces on it the actions that were sent meanwhile.
    ///
    /// An `onChange` and a feedback see it with the next action. Effects of children that it does not contain are cancelled. A
    /// recorded state changes only by its entries, so it stays as it is.
    ///
    /// - Returns: Whether another state was shown, and is the current one now.
    package func stay() -> Bool {
        guard let travel, travel.newest != nil, !isRecorded, closing.step == .open else { return false }
        travel.newest = storage.pointee.state
        settleEffects()
        comeBack()
        return true
    }
}

extension Store {
    /// The machine; `nil` for a scope and for a mirror.
    package var wholeMachine: Machine<State, Action>? { part as? Machine<State, Action> }
}

extension StoreActor {
    /// Calls a closure with the machine, on the store's actor.
    package func withMachine<Result: Sendable>(
        _ body: @Sendable (Machine<State, Action>) throws -> Result
    ) rethrows -> Result {
        try body(machine)
    }
}
