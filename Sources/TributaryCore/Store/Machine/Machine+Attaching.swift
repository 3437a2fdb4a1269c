// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Attaches companions together until their token is dropped or the machine is closed.
    package func attach(_ companions: [any Companion<State, Action>]) -> ObservationToken {
        attach { for companion in companions { companion } }
    }

    /// Calls a closure, and then reduces the actions that it sent.
    func asOneTurn<Result>(_ body: () -> Result) -> Result {
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
        let token = ObservationToken(holding: attachment)
        guard attachment.isListener || !isRefusingCompanion("A companion") else { return token }
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
        let middleware = companions.middleware.elements
        defer { companions.removeReleased() }
        var action = action
        guard middleware.isEmpty || admit(&action, origin, by: middleware) else { return nil }
        var group = reduceAdmitted(action, origin: origin, group: group)
        forEach(in: middleware, isReversed: true) { $0.didReduce?(action, origin, place.pointee) }
        forEach(in: companions.listeners.elements) { $0.hear?(action, origin, read) }
        forEach(in: companions.services.elements) { attachment in
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
        by middleware: [Weak<AnyObject>]
    ) -> Bool {
        let step = closing?.step
        var isAdmitted = true
        forEach(in: middleware) { attachment in
            guard isAdmitted, let willReduce = attachment.willReduce else { return }
            // A middleware that closed the store has also dropped this action.
            if let passed = willReduce(action, origin, place.pointee), step == closing?.step {
                action = passed
            } else {
                isAdmitted = false
            }
        }
        if !isAdmitted { forEach(in: middleware) { $0.didHoldBack?() } }
        return isAdmitted
    }

    /// Calls a closure with the attachments of a list; those that are added meanwhile are not among them.
    private func forEach(
        in list: [Weak<AnyObject>],
        isReversed: Bool = false,
        _ body: (Attachment<State, Action>) -> Void
    ) {
        guard !list.isEmpty else { return }
        for position in list.indices {
            guard let attachment = list[isReversed ? list.count - 1 - position : position].object else {
                companions?.areSomeGone = true
                continue
            }
            // The list holds nothing else.
            body(unsafeDowncast(attachment, to: Attachment<State, Action>.self))
        }
    }
}

/// The attachments of a machine, each in the order in which they were attached; only tokens retain them.
///
/// It is not generic. The machine is generic itself, and would look up the metadata of a generic list with every
/// action, which costs a hundred times as much as checking an empty list.
final class AttachmentList {
    /// Those that are called around the reducers: `willReduce`, `didHoldBack` and `didReduce`.
    private(set) var middleware = LiveList<Weak<AnyObject>>()

    /// Those that receive actions: `hear`.
    private(set) var listeners = LiveList<Weak<AnyObject>>()

    /// Those that follow the state: `start`, `look` and `stop`.
    private(set) var services = LiveList<Weak<AnyObject>>()

    /// Whether some were released and are still in a list.
    var areSomeGone = false

    var count: Int { middleware.elements.count + listeners.elements.count + services.elements.count }

    /// Adds an attachment after the existing ones.
    func append<State, Action>(_ attachment: Attachment<State, Action>) {
        if attachment.isMiddleware { middleware.append(Weak(attachment)) }
        if attachment.hear != nil { listeners.append(Weak(attachment)) }
        if attachment.look != nil { services.append(Weak(attachment)) }
    }

    /// Forgets the attachments that are gone.
    func removeReleased() {
        guard areSomeGone else { return }
        areSomeGone = false
        middleware.removeEnded()
        listeners.removeEnded()
        services.removeEnded()
    }

    /// Removes and returns the first service, which is called no more, also if it is a middleware or a listener, too.
    func removeFirstService() -> AnyObject? {
        guard let service = services.elements.lazy.compactMap(\.object).first else { return nil }
        middleware.removeAll { $0.object === service }
        listeners.removeAll { $0.object === service }
        services.removeAll { $0.object === service }
        return service
    }
}
