// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import TributaryCore
public import TributaryUndo

/// Undo through Foundation's `UndoManager`, on Apple's platforms; Foundation has none on Linux.
///
/// Menus, shaking, and text fields use it there, so a document has one order of steps for all of them. Steps behave as in an
/// `UndoHistory`: they retain no store, steps of a released store do nothing, and those of a closed one report `undoAfterClose`.
/// Order, groups, and limits are the manager's: by default it makes one step of all actions of an event, and actions that observers
/// register during an undo become steps to redo.
///
/// `Scripts/compiler.py swiftui` compiles and runs this on Linux, against a stand-in for Foundation.
extension Store {
    /// Sends an action that can be undone by another one, by an undo manager.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - undoManager: The manager that registers it; with `nil` the action is only sent.
    ///   - inverse: The action that undoes it.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that differs.
    /// - Returns: The effects that follow.
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
    ///   - undoManager: The manager that registers them; with `nil` the actions are only sent.
    ///   - inverse: The actions that undo them, in the order in which to send them.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that differs.
    /// - Returns: The effects that follow.
    @discardableResult
    public func send(
        contentsOf group: ActionGroup<Action>,
        undo undoManager: UndoManager?,
        inverse: ActionGroup<Action>,
        title: String? = nil,
        redoTitle: String? = nil
    ) -> StoreTask {
        UndoStep(group, inverse: inverse, titles: (title, redoTitle), through: way).perform(by: undoManager)
    }
}

extension Store where Action: Undoable {
    /// Sends an action with an inverse, so that an undo manager can undo it.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - undoManager: The manager that registers it; with `nil` the action is only sent.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that differs.
    /// - Returns: The effects that follow.
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
    ///   - undoManager: The manager that registers them; with `nil` the actions are only sent.
    ///   - title: The name of the action in the menu, for undo and redo; without one, none is set.
    ///   - redoTitle: Its name for redo, if that differs.
    /// - Returns: The effects that follow.
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

extension UndoStep {
    /// Sends the actions, after a manager has registered that they can be undone.
    @MainActor
    fileprivate func perform(by manager: UndoManager?) -> StoreTask {
        send(.redo, registering: { manager?.register(self, .undo) }) { [weak manager, weak self] outcome in
            if let self { manager?.settle(self, outcome) }
        }
    }
}

extension UndoManager {
    /// Registers a step.
    ///
    /// When that is undone, it registers that it can be redone, and so on.
    @MainActor
    fileprivate func register(_ step: UndoStep, _ direction: StepDirection) {
        // The manager does not retain the target, but does retain the closure, which keeps the target.
        registerUndo(withTarget: step) { [weak self, step] _ in
            guard step.isPossible else { return step.reportIfClosed(direction) }
            self?.register(step, direction == .undo ? .redo : .undo)
            let settle = { [weak self, weak step] (outcome: UndoStep.Outcome) in
                if let step { MainActor.assumeIsolated { self?.settle(step, outcome) } }
            }
            _ = step.send(direction, settle: settle)
        }
        if let title = direction == .undo ? step.titles.undo : step.titles.redo { setActionName(title) }
    }

    /// Forgets a step of which nothing was reduced, or whose inverse is not known.
    @MainActor
    fileprivate func settle(_ step: UndoStep, _ outcome: UndoStep.Outcome) {
        if outcome != .performed { removeAllActions(withTarget: step) }
    }
}
#endif
