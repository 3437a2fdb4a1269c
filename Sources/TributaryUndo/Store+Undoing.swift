// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Store {
    /// Sends an action that can be undone by another one.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: Where it becomes a step; what could be redone there cannot any more.
    ///   - inverse: The action that takes it back.
    ///   - title: What the step is called where it can be undone, and where it can be redone.
    ///   - redoTitle: What it is called where it can be redone, if that is something else.
    /// - Returns: The work that follows.
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

    /// Sends a group of actions, as one turn, that can be undone by another group, as one step.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - history: Where they become a step; what could be redone there cannot any more.
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

extension Store where Action: Undoable {
    /// Sends an action that knows its inverse, so that it can be undone.
    ///
    /// ```swift
    /// store.send(.rename("Finals"), undo: history, title: "Rename")
    /// history.undo()
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: Where it becomes a step; what could be redone there cannot any more.
    ///   - title: What the step is called where it can be undone, and where it can be redone.
    ///   - redoTitle: What it is called where it can be redone, if that is something else.
    /// - Returns: The work that follows.
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
    ///   - history: Where they become a step; what could be redone there cannot any more.
    ///   - title: What the step is called where it can be undone, and where it can be redone.
    ///   - redoTitle: What it is called where it can be redone, if that is something else.
    /// - Returns: The work that follows.
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
