// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// The inbox, made when somebody first needs one.
    func makeInbox() -> StoreInbox {
        if let inbox { return inbox }
        let made = StoreInbox(
            actor: effects.actor,
            isTurning: isTurning,
            reporter: dependencies.diagnosticReporter,
            wake: StoreDelivery { [weak self] in self?.openInbox() }
        )
        if isClosed { made.close() }
        inbox = made
        effects.port.attend(to: made)
        // From now on something may come in at any time, and every action has to look.
        storage.pointee.isAttended = true
        return made
    }

    /// Runs a turn for what came in while the machine was idle.
    package func openInbox() {
        guard storage.pointee.phase == .idle, inbox?.hasItems == true || !mail.isEmpty else { return }
        beginTurn()
        takeMail()
        continueTurn()
    }

    /// Empties the inbox: actions go to the end of the queue, everything else is done at once.
    ///
    /// One item after the other, so that a callback among them that comes back here finds the rest in order.
    func takeMail() {
        guard let inbox, inbox.hasItems || !mail.isEmpty else { return }
        while true {
            if mail.isEmpty { mail = inbox.takeAll().reversed() }
            guard let item = mail.popLast() else { return }
            if let group = item.group { held.append(group) }
            item.delivery()
        }
    }

    /// Forgets the inbox when nobody is left who could put something into it.
    ///
    /// Nobody gets hold of it again but through the machine, so that nothing can come in after the first check.
    func dropUnusedInbox() {
        guard inbox != nil, isKnownUniquelyReferenced(&inbox), inbox?.isEmpty == true else { return }
        inbox = nil
    }

    /// Lets go of those who wait for what was taken from the inbox.
    func releaseHeld() {
        guard !held.isEmpty else { return }
        let leaving = held
        held = []
        for group in leaving { group.leave() }
    }
}
