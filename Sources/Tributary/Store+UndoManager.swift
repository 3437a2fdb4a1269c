// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import TributaryCore
internal import TributaryUndo

/// Undo through Foundation's `UndoManager`, where Foundation has one: on Apple's platforms, and not on Linux.
///
/// It is the one that menus, shaking and text fields use there, so a document has one order of steps for all.
/// What holds for `UndoHistory` holds here, as far as it depends on the steps: they keep no store alive,
/// those of a store that is gone do nothing, those of a closed one report `undoAfterClose`. Order, groups and
/// limits are the manager's: by default it makes one step of all that is registered in one event, and what
/// observers register while it undoes, it takes for something to redo.
///
/// `Scripts/check-undo-manager.sh` compiles and runs this on Linux, against a stand-in for Foundation.
extension Store {
    /// Sends an action that can be undone by another one, by an undo manager.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - undoManager: Where it is registered; with `nil` it is sent, and that is all.
    ///   - inverse: The action that takes it back.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that is something else.
    /// - Returns: The work that follows.
    @discardableResult
    public func send(
        _ action: Action,
        undo undoManager: UndoManager?,
        inverse: Action,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(contentsOf: [action], undo: undoManager, inverse: [inverse], title: title, redoTitle: redoTitle)
    }

    /// Sends a group of actions, as one turn, that can be undone by another group, by an undo manager.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - undoManager: Where they are registered; with `nil` they are sent, and that is all.
    ///   - inverse: The actions that take them back, in the order in which they are to be sent.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that is something else.
    /// - Returns: The work that follows.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo undoManager: UndoManager?,
        inverse: ActionGroup<Action>,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        target.perform(group, inverse: inverse, titles: (title, redoTitle)) { undoManager?.register($0) }
    }
}

extension Store where Action: Undoable {
    /// Sends an action that knows its inverse, so that an undo manager can undo it.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - undoManager: Where it is registered; with `nil` it is sent, and that is all.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that is something else.
    /// - Returns: The work that follows.
    @discardableResult
    public func send(
        _ action: Action,
        undo undoManager: UndoManager?,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(contentsOf: [action], undo: undoManager, title: title, redoTitle: redoTitle)
    }

    /// Sends a group of actions, as one turn, so that an undo manager can undo them together.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - undoManager: Where they are registered; with `nil` they are sent, and that is all.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that is something else.
    /// - Returns: The work that follows.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo undoManager: UndoManager?,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        send(
            contentsOf: group,
            undo: undoManager,
            inverse: group.inverted(),
            title: title,
            redoTitle: redoTitle
        )
    }
}

extension UndoManager {
    /// Registers a step, and when that is undone, the step back, which the manager takes for redo then.
    @MainActor
    fileprivate func register(_ step: UndoStep) {
        // The manager does not retain the target, but does retain the closure, which keeps the target.
        registerUndo(withTarget: step) { [weak self, step] _ in
            guard step.isPossible else { return step.reportIfClosed() }
            self?.register(step.reversed())
            _ = step.perform()
        }
        if let title = step.title { setActionName(title) }
    }
}
#endif
