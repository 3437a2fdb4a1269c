// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Store {
    /// Sends an action that can be undone by another one.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: The history in which it becomes a step; its undone steps can no longer be redone.
    ///   - inverse: The action that undoes it.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(
        _ action: Action,
        undo history: UndoHistory,
        inverse: Action,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(contentsOf: [action], undo: history, inverse: [inverse], title: title, redoTitle: redoTitle)
    }

    /// Sends a group of actions as one turn, and registers a step that undoes it by another group.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - history: The history in which they become a step; its undone steps can no longer be redone.
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
        history.perform(UndoStep(group, inverse: inverse, titles: (title, redoTitle), through: way))
    }
}

extension Store where Action: Undoable {
    /// Sends an action with an inverse, so that it can be undone.
    ///
    /// ```swift
    /// store.send(.rename("Finals"), undo: history, title: "Rename")
    /// history.undo()
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: The history in which it becomes a step; its undone steps can no longer be redone.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(
        _ action: Action,
        undo history: UndoHistory,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(contentsOf: [action], undo: history, title: title, redoTitle: redoTitle)
    }

    /// Sends a group of actions, as one turn, that can be undone as one step.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - history: The history in which they become a step; its undone steps can no longer be redone.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo history: UndoHistory,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(contentsOf: group, undo: history, inverse: group.inverted(), title: title, redoTitle: redoTitle)
    }
}
