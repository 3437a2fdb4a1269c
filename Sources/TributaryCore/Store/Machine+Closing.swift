// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Ends the machine: effects are cancelled, what waits is dropped, and so is everything sent later (law 12).
    ///
    /// The state stays readable. Closing a second time is a diagnostic.
    public func close() {
        guard !isClosed else {
            return dependencies.diagnosticReporter.report(
                Diagnostic(
                    .closedTwice,
                    message: "The store of \(State.self) was closed a second time.",
                    remedy: "Close a store in one place, the one that owns it."
                )
            )
        }
        isClosed = true
        storage.pointee.isAttended = true
        effects.close()
        queue.removeAll()
        streams.finish()
    }

    /// Whether the machine is closed; if so, complains about each action.
    func isRefusing(_ actions: some Sequence<Action>) -> Bool {
        guard isClosed else { return false }
        for action in actions {
            dependencies.diagnosticReporter.report(
                Diagnostic(
                    .sendAfterClose,
                    message:
                        "An action was sent to the store of \(State.self), which is closed; it was dropped.",
                    remedy: "Let whoever sends end before the store is closed.",
                    action: String(reflecting: action)
                )
            )
        }
        return true
    }
}
