// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

extension StoreWay {
    /// Makes the step of a group that can be undone, to be sent.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - inverse: The actions that undo them.
    ///   - titles: The titles of the step.
    /// - Returns: The step.
    package func step(
        _ group: ActionGroup<Action>,
        inverse: ActionGroup<Action>,
        titles: (undo: String?, redo: String?)
    ) -> UndoStep {
        let titles = (titles.undo, titles.redo ?? titles.undo)
        return StoreStep(group.actions, inverse: inverse.actions, titles: titles, through: self)
    }

    /// Sends actions, and registers them as a step of a history, which notifies its observers after the turn.
    package func perform(
        _ group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String?,
        redoTitle: String?
    ) -> StoreTask {
        history.perform(step(group, inverse: inverse, titles: (title, redoTitle)))
    }
}
