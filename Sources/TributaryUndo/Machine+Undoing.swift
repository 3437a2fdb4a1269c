// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Machine {
    /// Sends a group of actions, as one turn, that can be undone by another group, as one step.
    ///
    /// It is what the sends of a `Store` with a history are made of. An empty group does nothing at all.
    ///
    /// ```swift
    /// machine.send(contentsOf: group, undo: history, inverse: group.inverted(), title: "Rename")
    /// ```
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - history: Where they become a step; what could be redone there cannot be redone any more.
    ///   - inverse: The actions that take them back, in the order in which they are to be sent.
    ///   - title: What the step is called where it can be undone, and where it can be redone.
    ///   - redoTitle: What it is called where it can be redone, if that is something else.
    /// - Returns: The work that follows.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        target.perform(group, undo: history, inverse: inverse, title: title, redoTitle: redoTitle)
    }
}
