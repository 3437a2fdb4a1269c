// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Attaches a companion until its token is dropped or the machine is closed, as `StoreActor` does.
    package func attach(_ companion: some Companion<State, Action>) -> ObservationToken {
        attach(companion.attachment(to: handle))
    }

    /// Calls a closure, and then reduces the actions that it sent.
    package func asOneTurn<Result>(_ body: () -> Result) -> Result {
        guard status.phase == .idle else { return body() }
        beginTurn()
        defer { continueTurn() }
        return body()
    }

    /// Listens to every action from now on, after its reducers and before the next action (laws 2 and 4).
    ///
    /// - Parameter onAction: Receives the action, its origin, and the state after it. Its actions wait behind those that already
    ///   wait.
    /// - Returns: The token that keeps the listener attached.
    package func onAction(_ onAction: @escaping (ActionRecord<State, Action>) -> Void) -> ObservationToken {
        attach(Attachment(onAction: onAction))
    }

    /// Attaches a companion after those that are attached already (law 2).
    ///
    /// An attachment that follows the state first reads it, then starts in a turn of its own unless one is running.
    /// While a reducer has the state, it first reads it at the end of that action.
    ///
    /// - Parameter attachment: The functions that the machine calls.
    /// - Returns: The token that keeps it.
    func attach(_ attachment: Attachment<State, Action>) -> ObservationToken {
        // Listeners may be added late: they miss nothing.
        let isRefused = attachment.phases != .hearing && isRefusingCompanion("A companion")
        guard !isRefused else { return ObservationToken(holding: attachment) }
        let token = ObservationToken(holding: attachment)
        let companions = companions ?? AttachmentList()
        self.companions = companions
        companions.append(attachment)
        status.isAttended = true
        guard let look = attachment.look else { return token }
        attachment.inbox = makeInbox()
        let isIdle = status.phase == .idle
        if isIdle { beginTurn() }
        let effect = status.phase == .reducing ? .none : look(read)
        attachment.start?()
        if !effect.isNone {
            // While the effects are put in order, nothing begins.
            let begin = { [self] in
                _ = afterCommits { perform(effect, group: nil, holder: attachment.effects) }
            }
            if status.phase == .performing { beginAtRest(begin) } else { begin() }
        }
        if isIdle { continueTurn() }
        return token
    }

    /// Whether the machine is closed, so that nothing can be attached; if so, reports that.
    func isRefusingCompanion(_ companion: String) -> Bool {
        guard let closing else { return false }
        reporter.report(
            Diagnostic(
                .attachedAfterClose,
                message: """
                    \(companion) was added to the store of \(typeName(State.self)), which is \
                    closed\(Diagnostic.place(closing.site)): it does nothing.
                    """,
                remedy: "Add it before the store is closed, or to the store that replaces it."
            )
        )
        return true
    }

    /// Passes an action through all that is attached: middleware, reducers, middleware again, listeners, then
    /// services and feedbacks (law 2).
    ///
    /// - Parameters:
    ///   - action: The action, as it was sent.
    ///   - companions: All that is attached.
    ///   - origin: Where it came from.
    ///   - group: The group that the action belongs to.
    /// - Returns: The group of the work that followed, if any did.
    func reduceAccompanied(
        _ action: Action,
        by companions: AttachmentList,
        origin: ActionOrigin,
        group: EffectGroup?
    ) -> EffectGroup? {
        // Middleware that is attached by this action sees the next one.
        let present = companions.entries
        var action = action
        guard admit(&action, origin, by: companions, present) else { return nil }
        var group = reduceAdmitted(action, origin: origin, group: group)
        forEach(of: companions, present, in: .reducing, isReversed: true) {
            $0.didReduce?(action, origin, place.pointee)
        }
        forEach(of: companions, in: .hearing) { $0.hear?(action, origin, read) }
        forEach(of: companions, in: .following) { attachment in
            guard let effect = attachment.look?(read), !effect.isNone else { return }
            group = perform(effect, group: group, holder: attachment.effects)
        }
        return group
    }

    /// Shows an action to the middleware, which may replace it.
    ///
    /// Returns whether the reducers get one.
    private func admit(
        _ action: inout Action,
        _ origin: ActionOrigin,
        by companions: AttachmentList,
        _ present: [AttachmentList.Entry]
    ) -> Bool {
        let step = closing?.step
        var isAdmitted = true
        forEach(of: companions, present, in: .reducing) { attachment in
            guard isAdmitted, let willReduce = attachment.willReduce else { return }
            // A middleware that closed the store has also dropped this action.
            if let passed = willReduce(action, origin, place.pointee), step == closing?.step {
                action = passed
            } else {
                isAdmitted = false
            }
        }
        if !isAdmitted { forEach(of: companions, present, in: .reducing) { $0.didHoldBack?() } }
        return isAdmitted
    }

    /// Calls a closure with the attachments that are called in a phase.
    ///
    /// Attachments that are added meanwhile are not among them; those that are gone are forgotten.
    private func forEach(
        of list: AttachmentList,
        _ present: [AttachmentList.Entry]? = nil,
        in phase: AttachmentPhases,
        isReversed: Bool = false,
        _ body: (Attachment<State, Action>) -> Void
    ) {
        guard list.phases.contains(phase) else { return }
        let entries = present ?? list.entries
        var areSomeGone = false
        for position in entries.indices {
            let entry = entries[isReversed ? entries.count - 1 - position : position]
            guard entry.phases.contains(phase) else { continue }
            if let attachment = entry.attachment {
                // The list holds nothing else.
                body(unsafeDowncast(attachment, to: Attachment<State, Action>.self))
            } else {
                areSomeGone = true
            }
        }
        if areSomeGone { list.removeReleased() }
    }
}

/// The attachments of a machine, in the order in which they were attached; only tokens retain them.
///
/// It is not generic. The machine is generic itself, and would look up the metadata of a generic list with every
/// action, which costs a hundred times as much as checking an empty list.
final class AttachmentList {
    struct Entry: Ending {
        weak var attachment: AnyObject?
        let phases: AttachmentPhases

        var hasEnded: Bool { attachment == nil }
    }

    private var list = LiveList<Entry>()

    /// The phases in which any of them is called.
    private(set) var phases: AttachmentPhases = []

    /// The attachments, including those that are gone but not yet forgotten.
    var entries: [Entry] { list.elements }

    /// Adds an attachment after the existing ones.
    func append<State, Action>(_ attachment: Attachment<State, Action>) {
        let former = list.elements.count
        list.append(Entry(attachment: attachment, phases: attachment.phases))
        if list.elements.count > former { return phases.formUnion(attachment.phases) }
        phases = entries.reduce(into: []) { $0.formUnion($1.phases) }
    }

    /// Forgets the attachments that are gone.
    func removeReleased() {
        list.removeEnded()
        phases = entries.reduce(into: []) { $0.formUnion($1.phases) }
    }

    /// Removes and returns the first attachment that is called in a phase.
    func removeFirst(in phase: AttachmentPhases) -> AnyObject? {
        while let index = entries.firstIndex(where: { $0.phases.contains(phase) }) {
            if let attachment = list.remove(at: index).attachment { return attachment }
        }
        return nil
    }
}
