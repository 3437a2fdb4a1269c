// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Ends the machine: what waits is dropped, effects are cancelled, and later sends are reported (law 12).
    ///
    /// Called by a reducer, or within `withState`, it takes effect once that is done. The state stays readable.
    /// Closing a second time is a diagnostic.
    public func close() {
        guard closing == .open else {
            // Who closes again while the last actions go on and on ends those, too.
            if closing == .ending { dropWaiting() }
            return reportClosedTwice()
        }
        closing = .requested
        storage.pointee.isAttended = true
        switch storage.pointee.phase {
        case .idle: runTurn()
        case .attending: if isTurning { beginClosing() }
        case .reducing: break
        }
    }

    /// Whether the machine is closed: nothing is reduced any more.
    var isClosed: Bool { closing == .closed }

    /// Drops what waits, and stops the services in the order in which they were attached.
    ///
    /// What they send is reduced by the turn that runs.
    func beginClosing() {
        takeMail()
        dropWaiting()
        closing = .stopping
        let stopping = watchers
        watchers.removeAll()
        for index in 0..<stopping.count {
            // Nothing else is ever added to the list.
            stopping[index].map { unsafeDowncast($0, to: ActionWatcher<State>.self).stop() }
        }
        takeMail()
        closing = .ending
        inbox?.close()
    }

    /// The end of the last turn.
    func finishClosing() {
        closing = .closed
        dropWaiting()
        effects.close()
        mounts.removeAll()
        interceptors.removeAll()
        streams.finish()
    }

    private func dropWaiting() { queue.removeAll() }

    /// Whether the machine takes no actions; if so, complains about each action.
    func isRefusing(_ actions: some Sequence<Action>) -> Bool {
        guard closing != .open, closing != .stopping else { return false }
        for action in actions {
            dependencies.diagnosticReporter.report(.sendAfterClose(to: State.self, action: action))
        }
        return true
    }

    /// Whether the machine takes no actions; if so, complains about this one.
    ///
    /// Not inlined: whoever finds the machine open need not know what a collection of the action is.
    @inline(never)
    func isRefusing(_ action: Action) -> Bool { isRefusing(CollectionOfOne(action)) }

    private func reportClosedTwice() {
        dependencies.diagnosticReporter.report(.closedTwice(State.self))
    }
}

/// How far a machine is on its way to being closed.
enum MachineClosing {
    /// It is not.
    case open
    /// Somebody closed it who has the state; it is closed once that one is done.
    case requested
    /// The services are stopped, and may send.
    case stopping
    /// The actions that were sent for the end are reduced.
    case ending
    /// It is.
    case closed
}

extension Diagnostic {
    /// The complaint about an action that was sent to a closed store.
    static func sendAfterClose<State, Action>(to _: State.Type, action: Action) -> Diagnostic {
        Diagnostic(
            .sendAfterClose,
            message: "An action was sent to the store of \(State.self), which is closed; it was dropped.",
            remedy: "Let whoever sends end before the store is closed.",
            action: String(reflecting: action)
        )
    }

    /// The complaint about a store that is closed already.
    static func closedTwice<State>(_: State.Type) -> Diagnostic {
        Diagnostic(
            .closedTwice,
            message: "The store of \(State.self) was closed a second time.",
            remedy: "Close a store in one place, the one that owns it."
        )
    }

    /// The complaint about a scope that is to be closed.
    static func scopeClosed<State>(_: State.Type) -> Diagnostic {
        Diagnostic(
            .scopeClosed,
            message: "A scope, of \(State.self), was closed; that did nothing.",
            remedy: "Close the whole store, in the one place that owns it."
        )
    }
}
