// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Shows another state to readers and observers of the machine, until `comeBack`.
    ///
    /// No reducer, effect, or feedback sees it. Effects continue; all actions wait. Within a turn, it takes effect when the turn is
    /// over. Observers are notified as after a change of the whole state, at the same cost.
    ///
    /// - Parameter state: The state to be shown.
    package func travel(to state: State) {
        guard closing.step == .open else { return }
        let travel = travel ?? Travel()
        self.travel = travel
        travel.next = state
        travel.isComingBack = false
        goOn(travel)
    }

    /// Shows the newest state again, and reduces the actions sent meanwhile.
    ///
    /// Without a `travel` before, it does nothing.
    package func comeBack() {
        guard let travel else { return }
        travel.next = nil
        travel.isComingBack = true
        goOn(travel)
    }

    /// Whether another state than the newest is shown.
    package var isTravelling: Bool { travel?.newest != nil }

    /// Continues the requested travel, unless a turn or an observer runs: those continue it when they are done.
    func goOn(_ travel: Travel<State>) {
        guard !travel.isShowing else { return }
        if travel.newest == nil {
            guard storage.pointee.phase == .idle else { return }
            guard !travel.isComingBack else { return self.travel = nil }
            // A turn that lasts until the way back: so everything waits, here and in the inbox.
            beginTurn()
            travel.newest = storage.pointee.state
        }
        travel.isShowing = true
        while let next = travel.next {
            travel.next = nil
            show(next)
        }
        travel.isShowing = false
        guard travel.isComingBack, let newest = travel.newest else { return }
        self.travel = nil
        show(newest)
        continueTurn()
    }

    private func show(_ state: State) {
        storage.pointee.state = state
        notify()
    }
}

/// How far a machine is with showing another state than the newest.
final class Travel<State> {
    /// The newest state, once another is shown.
    var newest: State?

    /// The state that is to be shown next.
    var next: State?

    var isComingBack = false

    /// Whether observers are being notified of a state.
    var isShowing = false
}
