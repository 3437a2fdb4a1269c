// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import TributaryCore

/// The steps that were done and can be undone, and those that were undone and can be redone.
///
/// ```swift
/// let history = UndoHistory()
/// store.send(.rename("Finals"), undo: history, title: "Rename")
/// history.undoTitle           // "Rename"
/// history.undo()              // sends the inverse
/// history.redo()              // sends the action again
/// ```
/// One sent action is one step, and so is one `ActionGroup`. Steps are in the order in which their actions are
/// reduced. Undoing and redoing are ordinary sends: they run one turn, or are queued while one runs. The reducer
/// cannot distinguish them from other actions, and actions that it sends are no steps of their own.
///
/// A history may serve several stores, and scopes of them. It keeps none of them alive. Steps of a scope outlive the
/// scope's store. Steps of a store that is gone are skipped, and so are those of a closed one, with a diagnostic
/// (`undoAfterClose`).
///
/// Like a `Machine`, it is not Sendable: it belongs to the actor of its stores, which is the main actor for a
/// `Store`. A `StoreActor` has no history. Undo its actions through a mirror of it on the main actor
/// (`Store(mirroring:)`), or keep a `Machine` with its history in an actor of your own.
///
/// A step costs some allocations when its action is sent; their number grows with the depth of the scope. After that
/// it costs nothing. Reading costs constant time, apart from skipping steps whose stores are gone or closed.
///
/// Each of its properties is observable: a menu that shows its titles is notified when they change, after the turn
/// that changed them.
public final class UndoHistory {
    private var undone = UndoStack()
    private var done = UndoStack()

    /// What observers were last notified of.
    private var announced = Summary()

    private let registrar = ObservationRegistrar()

    /// The largest number of steps that can be undone, and redone; the oldest are dropped.
    public var limit: Int {
        didSet {
            enforceLimit()
            announce()
        }
    }

    /// Makes an empty history.
    ///
    /// - Parameter limit: The largest number of steps that can be undone; by default any number, and with 0 or less
    ///   none.
    public init(limit: Int = .max) { self.limit = limit }

    /// Whether there is a step to undo.
    public var canUndo: Bool {
        registrar.access(self, keyPath: \.canUndo)
        return done.top != nil
    }

    /// Whether there is a step to redo.
    public var canRedo: Bool {
        registrar.access(self, keyPath: \.canRedo)
        return undone.top != nil
    }

    /// The title of the step that would be undone, if it has one.
    public var undoTitle: String? {
        registrar.access(self, keyPath: \.undoTitle)
        return done.top?.title
    }

    /// The title of the step that would be redone, if it has one.
    public var redoTitle: String? {
        registrar.access(self, keyPath: \.redoTitle)
        return undone.top?.title
    }

    /// Undoes the last step: sends the inverse of its actions, as one turn.
    ///
    /// The step can be redone then. Without a step to undo, nothing happens.
    ///
    /// - Returns: The effects that follow.
    @discardableResult
    public func undo() -> StoreTask { perform(from: \.done, to: \.undone) }

    /// Redoes the step that was undone last: sends its actions again, as one turn.
    ///
    /// The step can be undone then. Without a step to redo, nothing happens. A new action with this history removes
    /// the steps that could be redone.
    ///
    /// - Returns: The effects that follow.
    @discardableResult
    public func redo() -> StoreTask { perform(from: \.undone, to: \.done) }

    /// Forgets all steps; the states stay as they are.
    public func removeAll() {
        done.removeAll()
        undone.removeAll()
        announce()
    }

    /// Forgets the steps of a store and of all its scopes; any of them may be passed.
    ///
    /// The states stay as they are. Linear in the number of steps.
    @MainActor
    public func removeAll<State, Action>(of store: Store<State, Action>) {
        removeAll(of: store.way.machine)
    }

    /// Forgets the steps of a machine; its state stays as it is.
    public func removeAll<State, Action>(of machine: Machine<State, Action>) {
        removeAll(of: machine as any HostedMachine)
    }

    private func removeAll(of root: (any HostedMachine)?) {
        done.removeAll { $0.isFor(root) }
        undone.removeAll { $0.isFor(root) }
        announce()
    }

    /// Pushes a step, which removes the steps that could be redone.
    ///
    /// `announce` notifies observers.
    func register(_ step: UndoStep) {
        undone.removeAll()
        done.push(step)
        enforceLimit()
    }

    private func perform(
        from source: ReferenceWritableKeyPath<UndoHistory, UndoStack>,
        to goal: ReferenceWritableKeyPath<UndoHistory, UndoStack>
    ) -> StoreTask {
        defer { announce() }
        while let step = self[keyPath: source].pop() {
            guard step.isPossible else {
                step.reportIfClosed()
                continue
            }
            // Before the turn runs, for actions that are undone, redone or sent in it.
            self[keyPath: goal].push(step.reversed())
            return step.perform()
        }
        return StoreTask(group: nil)
    }

    private func enforceLimit() {
        done.drop(to: max(limit, 0))
        undone.drop(to: max(limit, 0))
    }
}

extension UndoHistory: Observable {
    /// The properties that observers can see.
    private struct Summary {
        var canUndo = false
        var canRedo = false
        var undoTitle: String?
        var redoTitle: String?
    }

    /// Notifies observers of what changed since the last notification.
    func announce() {
        let (undo, redo) = (done.top, undone.top)
        let former = announced
        announced = Summary(
            canUndo: undo != nil,
            canRedo: redo != nil,
            undoTitle: undo?.title,
            redoTitle: redo?.title
        )
        let current = announced
        if former.canUndo != current.canUndo { registrar.withMutation(of: self, keyPath: \.canUndo) {} }
        if former.canRedo != current.canRedo { registrar.withMutation(of: self, keyPath: \.canRedo) {} }
        if former.undoTitle != current.undoTitle { registrar.withMutation(of: self, keyPath: \.undoTitle) {} }
        if former.redoTitle != current.redoTitle { registrar.withMutation(of: self, keyPath: \.redoTitle) {} }
    }
}
