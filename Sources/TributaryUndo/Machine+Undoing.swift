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
    ///   - inverse: The actions that undo them, in the order in which to send them.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        way.perform(group, undo: history, inverse: inverse, title: title, redoTitle: redoTitle)
    }
}
