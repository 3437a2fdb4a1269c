// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What looks at everything that a machine does, for tools: it changes nothing, and nothing waits for it.
///
/// A machine has any number beside its recorder, from any time on, and one at most that is `alone`. Everything is called on the
/// actor of the machine.
package struct Inspection<State, Action> {
    /// Gets an action as the reducers got it, with the state after it, when the effects that follow have begun.
    package let reduced: (InspectedAction<Action>, State) -> Void

    /// What was reduced since the last time is shown to observers together.
    package let committed: () -> Void

    /// An effect has begun, or is over, while an action with this number was reduced.
    package let effect: (EffectEvent, Int?) -> Void

    /// The machine is closed.
    package let closed: () -> Void

    /// What the closures belong to, by which a tool finds again what it knows of the machine.
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

/// An action as it was reduced, with its place among all of a machine.
package struct InspectedAction<Action> {
    /// Where the machine is recorded, that of the entry; otherwise counted from where the inspection began.
    package let number: Int

    /// The action whose effect or follow-up this is, if it was numbered.
    package let cause: Int?

    package let action: Action
    package let origin: ActionOrigin
}

extension Machine {
    /// Begins to show everything that the machine does, from the next action on.
    ///
    /// - Parameters:
    ///   - inspection: What looks on.
    ///   - isAlone: Whether there is one such inspection at most; it is what `inspector` and `endInspection` know.
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

    /// Shows nothing to what inspects the machine alone any more; without a recorder and others, the machine is as if it had never been
    /// inspected.
    package func endInspection() {
        recording?.inspection = nil
        guard recording?.others.isEmpty != false else { return }
        effects.watch = nil
        // One that is closed has none, and may wait for its last commit.
        if recording?.recorder == nil, recording?.isWaiting != true { recording = nil }
    }

    /// What inspects the machine alone.
    package var inspector: AnyObject? { recording?.inspection?.owner }

    /// What the reducers are called that are mounted, in order.
    package var mounted: [String] { mounts.titles }

    /// How many actions wait for their turn, those that other threads sent included.
    package var waitingActions: Int {
        queue.count + incoming.taken.count { $0.group != nil } + (incoming.inbox?.waitingCount ?? 0)
    }

    /// How many commits are on their way to where they are recorded.
    package var waitingCommits: Int { recording?.waiting.count ?? 0 }

    /// The newest state, also where another is shown.
    package var newestState: State { travel?.newest ?? storage.pointee.state }

    /// Takes note of the effects that have ended since the last turn.
    package func noteEndedEffects() { attending { effects.removeEnded() } }

    /// Makes the state that is shown the newest, and reduces on it what was sent meanwhile.
    ///
    /// An `onChange` and a feedback see it with the next action; effects of children that it does not have end. A state
    /// that is recorded changes by its entries alone, and stays.
    ///
    /// - Returns: Whether another state was shown, and is the newest now.
    package func stay() -> Bool {
        guard let travel, travel.newest != nil, !isRecorded, closing.step == .open else { return false }
        travel.newest = storage.pointee.state
        settleEffects()
        comeBack()
        return true
    }
}

extension Store {
    /// The machine, unless this is a scope or shows a store that is elsewhere.
    package var wholeMachine: Machine<State, Action>? { part as? Machine<State, Action> }
}

extension StoreActor {
    /// Shows the machine to a closure, on the store's actor.
    package func withMachine<Result: Sendable>(
        _ body: @Sendable (Machine<State, Action>) throws -> Result
    ) rethrows -> Result {
        try body(machine)
    }
}
