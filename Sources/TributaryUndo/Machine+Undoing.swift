// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Machine {
    /// Sends a group of actions as one turn, and registers a step that undoes it by another group.
    ///
    /// The methods of a `Store` that send with a history call it. An empty group does nothing.
    ///
    /// ```swift
    /// machine.send(contentsOf: group, undo: history, inverse: group.inverted(), title: "Rename")
    /// ```
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - history: The history that gets the step. Its steps to redo are dropped.
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
