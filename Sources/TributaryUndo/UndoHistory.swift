// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import TributaryCore

/// What was done and can be undone, and what was undone and can be redone.
///
/// ```swift
/// let history = UndoHistory()
/// store.send(.rename("Finals"), undo: history, title: "Rename")
/// history.undoTitle           // "Rename"
/// history.undo()              // sends the inverse
/// history.redo()              // sends the action again
/// ```
/// One sent action is one step, and so is one `ActionGroup`. Steps are in the order in which their actions
/// are reduced. Undoing and redoing are sends like others: they run one turn, or are queued while one runs;
/// the reducer cannot tell them from others, and what it sends in turn is no step by itself.
///
/// A history may serve several stores, and scopes of them. It keeps none of them alive: steps of a scope
/// outlive the scope's store, steps of a store that is gone are passed over, and so are those of a closed
/// one, with a diagnostic (`undoAfterClose`).
///
/// It is not Sendable, as little as a `Machine`: it belongs to the actor of its stores, the main one for a
/// `Store`. A `StoreActor` has none; undo what it does through a mirror of it on the main actor
/// (`Store(mirroring:)`), or keep a `Machine` with its history in an actor of your own.
///
/// A step costs some allocations when its action is sent, their number grows with the depth of the scope, and
/// nothing after that. Reading is constant time, apart from passing over steps whose stores are gone or closed.
///
/// It is observable, each property by itself: a menu that shows its titles is told when they change, after
/// the turn that changed them.
public final class UndoHistory {
    private var undone = UndoStack()
    private var done = UndoStack()

    /// What observers were told last.
    private var announced = Summary()

    private let registrar = ObservationRegistrar()

    /// How many steps can be undone at most, and redone; the oldest are dropped.
    public var limit: Int {
        didSet {
            enforceLimit()
            announce()
        }
    }

    /// Makes an empty history.
    ///
    /// - Parameter limit: How many steps can be undone at most; by default any number, and with 0 or less
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

    /// The title of the step that would be undone, if it was given one.
    public var undoTitle: String? {
        registrar.access(self, keyPath: \.undoTitle)
        return done.top?.title
    }

    /// The title of the step that would be redone, if it was given one.
    public var redoTitle: String? {
        registrar.access(self, keyPath: \.redoTitle)
        return undone.top?.title
    }

    /// Undoes the last step: sends the inverse of what was sent, as one turn.
    ///
    /// It can be redone then. Without a step to undo, nothing happens.
    ///
    /// - Returns: The work that follows.
    @discardableResult
    public func undo() -> StoreTask { perform(from: \.done, to: \.undone) }

    /// Redoes the step that was undone last: sends again what was sent, as one turn.
    ///
    /// It can be undone then. Without a step to redo, nothing happens. Whatever is sent anew ends the
    /// possibility.
    ///
    /// - Returns: The work that follows.
    @discardableResult
    public func redo() -> StoreTask { perform(from: \.undone, to: \.done) }

    /// Forgets all steps; the states stay as they are.
    public func removeAll() {
        done.removeAll()
        undone.removeAll()
        announce()
    }

    /// Forgets the steps of a store and of all its scopes, whichever of them is given.
    ///
    /// The states stay as they are. It costs time in the number of steps.
    @MainActor
    public func removeAll<State, Action>(of store: Store<State, Action>) {
        removeAll(of: store.target.root)
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

    /// Puts a step on top, which ends the possibility to redo; observers are told by `announce`.
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
            // Before the turn runs, for what is undone, redone or sent in it.
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
    /// What observers can see.
    private struct Summary {
        var canUndo = false
        var canRedo = false
        var undoTitle: String?
        var redoTitle: String?
    }

    /// Tells observers what changed since they were told last.
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
