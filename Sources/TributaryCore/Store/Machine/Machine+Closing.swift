// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Closes the machine: pending actions are dropped and reported, services stop, effects are cancelled (law 12).
    ///
    /// The services stop in the order in which they were attached. Actions that one sends in `stop`, and their
    /// follow-ups, are reduced and delivered to all that have not stopped yet, before the next one stops. Effects of
    /// these actions do not start. Afterwards every send is reported and dropped. The state stays readable.
    ///
    /// Called within a turn, by a reducer or within `withState`, it takes effect after the current action or
    /// notification. Actions sent in between are reported and dropped. Closing a second time is a diagnostic. It also
    /// drops the last actions if these do not end, unless `stop` calls it.
    ///
    /// - Parameter site: The line of the call, if it is known.
    package func close(at site: SourceSite? = nil) {
        if let closing {
            if closing.step == .ending { dropWaiting() }
            return reporter.report(.closedTwice(State.self, at: site, after: closing.site))
        }
        closing = MachineClosing(site)
        status.isAttended = true
        if status.phase == .idle { runTurn() } else { comeBack() }
    }

    /// Whether the machine is closed, so that it no longer reduces actions.
    package var isClosed: Bool { closing?.step == .closed }

    /// Drops the pending actions; the running turn stops the services.
    func beginClosing() {
        emptyInbox()
        dropWaiting()
        closing?.step = .ending
    }

    /// Stops the next service, and processes the actions that it sent.
    ///
    /// - Returns: Whether there was one.
    func stopNextService() -> Bool {
        guard let attachment = companions?.removeFirstService() else { return false }
        closing?.step = .stopping
        (attachment as? Attachment<State, Action>)?.end()
        emptyInbox()
        closing?.step = .ending
        return true
    }

    /// The end of the last turn.
    func finishClosing() {
        closing?.step = .closed
        // Other threads may have sent more: actions are dropped like the others, and all other items are processed.
        for item in inbox?.close() ?? [] { item() }
        dropWaiting()
        effects.close(of: State.self)
        for mounted in mounts { mounted.isRemoved = true }
        mounts = []
        reducer = tree.function
        companions = nil
        // Commits that are not durable yet may have outputs: they are delivered, and then their streams end.
        if recording?.isWaiting != true { observing?.end() }
        recording?.inspections.forEach { $0.didClose() }
        // No more entries follow, so another machine may continue the log.
        recording?.recorder = nil
    }

    /// Drops and reports the pending actions.
    private func dropWaiting() {
        guard let first = status.queue.popFirst() else { return }
        let (count, dropped) = (1 + status.queue.count, status.queue)
        first.group?.fail()
        while let entry = status.queue.popFirst() { entry.group?.fail() }
        // The actions are released when the queue is empty, because a release may run any code.
        defer { withExtendedLifetime(dropped) {} }
        reporter.report(
            .actionsDropped(count, State.self, first: first.operation.actionText)
        )
    }

    /// Whether the machine takes no actions; if so, reports this one.
    ///
    /// Not inlined: an open machine needs nothing that the report needs.
    @inline(never)
    func isRefusing(_ action: EffectOperation) -> Bool {
        guard let closing, closing.step == .requested || closing.step == .closed else { return false }
        reporter.report(.sendAfterClose(to: State.self, closedAt: closing.site, action: action.actionText))
        return true
    }
}

/// The progress of closing a machine.
final class MachineClosing {
    enum Step {
        /// It closes after the current action, and accepts no action until then.
        case requested
        /// A service is being stopped, and may send.
        case stopping
        /// Actions that services sent in `stop` are reduced, before the next one stops.
        case ending
        /// It is closed.
        case closed
    }

    var step = Step.requested

    /// The line that closed the machine, if known.
    let site: SourceSite?

    init(_ site: SourceSite?) { self.site = site }
}

extension Diagnostic {
    /// The diagnostic about an action that was sent to a closed store.
    static func sendAfterClose<State>(
        to _: State.Type,
        closedAt: SourceSite? = nil,
        action: String
    ) -> Diagnostic {
        Diagnostic(
            .sendAfterClose,
            message: """
                An action was sent to the store of \(typeName(State.self)), which is closed\(place(closedAt)); it was \
                dropped.
                """,
            remedy: "Cancel the sender before you close the store.",
            action: action
        )
    }

    /// The diagnostic about actions that were pending when their store was closed.
    static func actionsDropped<State>(_ count: Int, _: State.Type, first: String) -> Diagnostic {
        let waiting = count == 1 ? "An action" : "\(count) actions"
        return Diagnostic(
            .actionsDroppedByClose,
            message: """
                \(waiting) waited when the store of \(typeName(State.self)) was closed, and \(count == 1 ? "was" : "were") \
                dropped\(count == 1 ? "." : "; this is the first.")
                """,
            remedy: "Close the store outside of its turns, after all actions were reduced.",
            action: first
        )
    }

    /// The diagnostic about a store that was closed before.
    static func closedTwice<State>(
        _: State.Type,
        at site: SourceSite? = nil,
        after closedAt: SourceSite? = nil
    ) -> Diagnostic {
        Diagnostic(
            .closedTwice,
            message: "The store of \(typeName(State.self)) was closed before\(place(closedAt)).",
            remedy: "Close a store only in the place that owns it.",
            site: site
        )
    }

    /// A place in brackets, if it is known.
    static func place(_ site: SourceSite?) -> String { site.map { " (\($0))" } ?? "" }

    /// The diagnostic about closing a scope.
    static func scopeClosed<State>(_: State.Type, at site: SourceSite? = nil) -> Diagnostic {
        Diagnostic(
            .scopeClosed,
            message: "A scope, of \(typeName(State.self)), was closed, which has no effect.",
            remedy: "Close the whole store, in the place that owns it.",
            site: site
        )
    }
}
