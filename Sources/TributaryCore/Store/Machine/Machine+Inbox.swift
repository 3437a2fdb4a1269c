// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine's view of its inbox.
struct MachineInbox {
    /// The inbox for other threads, once something may be sent from there.
    var inbox: StoreInbox?

    /// The items that were taken out of the inbox and wait to be processed; the next one is the last.
    var taken: [StoreInbox.Item] = []

    /// The groups that wait for the turn to end.
    var held: [EffectGroup] = []

    /// Whether there is something to process.
    var hasItems: Bool { inbox.map { $0.hasItems || !taken.isEmpty } ?? false }
}

extension Machine {
    /// The inbox, made when it is first needed.
    func makeInbox() -> StoreInbox {
        if let inbox = incoming.inbox { return inbox }
        let made = StoreInbox(
            actor: effects.actor,
            isTurning: isTurning,
            reporter: dependencies.diagnosticReporter,
            carrier: carrier,
            wake: StoreDelivery { [weak self] in self?.openInbox() }
        )
        if isClosed { made.close() }
        incoming.inbox = made
        // From now on something may arrive at any time, and every action has to check.
        storage.pointee.isAttended = true
        return made
    }

    /// Runs a turn for items that arrived while the machine was idle.
    package func openInbox() {
        guard storage.pointee.phase == .idle, incoming.hasItems else { return }
        beginTurn()
        emptyInbox()
        continueTurn()
    }

    /// Empties the inbox: actions go to the end of the queue, everything else is done at once.
    ///
    /// It takes one item after the other, so that a callback that calls this again finds the rest in order.
    func emptyInbox() {
        guard incoming.hasItems, let inbox = incoming.inbox else { return }
        while true {
            if incoming.taken.isEmpty { incoming.taken = inbox.takeAll().reversed() }
            guard let item = incoming.taken.popLast() else { return }
            if let group = item.group { incoming.held.append(group) }
            item.delivery()
        }
    }

    /// Forgets the inbox when nothing is left that could add to it.
    ///
    /// It can only be reached through the machine again, so nothing can arrive after the first check.
    func dropUnusedInbox() {
        guard incoming.inbox != nil, isKnownUniquelyReferenced(&incoming.inbox),
            incoming.inbox?.isEmpty == true
        else { return }
        incoming.inbox = nil
    }

    /// Ends the groups that wait for items taken from the inbox.
    func releaseHeld() {
        guard !incoming.held.isEmpty else { return }
        let leaving = incoming.held
        incoming.held = []
        for group in leaving { group.leave() }
    }
}
