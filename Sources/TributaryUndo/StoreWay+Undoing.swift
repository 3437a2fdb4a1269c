// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

extension StoreWay {
    /// Sends actions as one turn; does nothing when the machine is gone.
    func perform(_ group: ActionGroup<Action>) -> StoreTask {
        embedded(group.actions)?() ?? StoreTask(group: nil)
    }

    /// Sends actions, and registers their inverse with something that keeps undo steps.
    ///
    /// They are registered before their turn runs, because actions that are sent or undone in that turn come after
    /// these, and must find them in the history (decision 20). Actions that a scope holds back are no step, and
    /// neither are those for a closed store, which reports them itself.
    package func perform(
        _ group: ActionGroup<Action>,
        inverse: ActionGroup<Action>,
        titles: (undo: String?, redo: String?),
        registering register: (UndoStep) -> Void
    ) -> StoreTask {
        guard let send = embedded(group.actions) else { return StoreTask(group: nil) }
        if let machine, !machine.isClosed {
            register(
                UndoStep(
                    sending: inverse,
                    reverse: group,
                    to: self,
                    titles: (titles.undo, titles.redo ?? titles.undo)
                )
            )
        }
        return send()
    }

    /// Sends actions, and registers their inverse in a history, which notifies its observers after the turn.
    func perform(
        _ group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String?,
        redoTitle: String?
    ) -> StoreTask {
        defer { history.announce() }
        return perform(group, inverse: inverse, titles: (title, redoTitle), registering: history.register)
    }
}
