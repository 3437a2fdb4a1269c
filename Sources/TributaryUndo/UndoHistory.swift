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
/// It is not Sendable: it belongs to the main actor, as its stores. A `StoreActor` has no history. Undo its actions through a mirror
/// of it on the main actor (`Store(mirroring:)`).
///
/// A step costs some allocations when its action is sent; their number grows with the depth of the scope. After that
/// it costs nothing. Reading costs constant time, apart from skipping steps whose stores are gone or closed.
///
/// Each of its properties is observable: a menu that shows its titles is notified when they change, after the turn
/// that changed them.
public final class UndoHistory {
    /// The steps to redo, and to undo, the next one last.
    ///
    /// A new step removes those to redo once its actions are reduced. While it waits, it only hides them, because they may be refused.
    private var undone: [UndoStep] = []
    private var done: [UndoStep] = []

    /// The steps whose actions wait for their turn, in order.
    private var waiting: [UndoStep] = []

    /// The numbers of the last step, and of the last one whose actions were reduced.
    private var lastNumber = 0
    private var lastReduced = 0

    /// The machines in whose journals the steps are written down.
    private var recorded: [RecordedMachine] = []

    /// How many calls send something now, and notify observers when it is done.
    private var sending = 0

    /// The last summary that observers received.
    private var announced = (canUndo: false, canRedo: false, undoTitle: String?.none, redoTitle: String?.none)

    private let registrar = ObservationRegistrar()

    /// The largest number of steps that can be undone, and redone; the oldest are dropped.
    ///
    /// At the limit, each new step moves the others in memory: a word for each.
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
        return redoable != nil
    }

    /// The title of the step that would be undone, if it has one.
    public var undoTitle: String? {
        registrar.access(self, keyPath: \.undoTitle)
        return done.top?.titles.undo
    }

    /// The title of the step that would be redone, if it has one.
    public var redoTitle: String? {
        registrar.access(self, keyPath: \.redoTitle)
        return redoable?.titles.redo
    }

    /// The step that would be redone.
    private var redoable: UndoStep? { undone.top.flatMap { isHidden($0) ? nil : $0 } }

    /// Whether a step cannot be redone, unless the actions are refused that were sent after it was undone.
    private func isHidden(_ step: UndoStep) -> Bool { step.undoneAfter < waiting.top?.number ?? 0 }

    /// Removes the step to redo, even if its store is gone.
    private func popUndone() -> UndoStep? { undone.last.map(isHidden) == false ? undone.popLast() : nil }

    /// Undoes the last step: sends the inverse of its actions, as one turn.
    ///
    /// The step can be redone then. Without a step to undo, nothing happens.
    ///
    /// - Returns: The effects that follow.
    @discardableResult
    public func undo() -> StoreTask { perform(.undo) }

    /// Redoes the step that was undone last: sends its actions again, as one turn.
    ///
    /// The step can be undone then. Without a step to redo, nothing happens. A new action with this history removes
    /// the steps that could be redone.
    ///
    /// - Returns: The effects that follow.
    @discardableResult
    public func redo() -> StoreTask { perform(.redo) }

    /// The step that would be undone, or redone.
    package func next(_ direction: StepDirection) -> UndoStep? { direction == .undo ? done.top : redoable }

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
        let root: (any HostedMachine)? = store.way.machine
        done.removeAll { $0.isFor(root) }
        undone.removeAll { $0.isFor(root) }
        announce()
    }

    /// Sends a step, which is registered before its turn runs.
    ///
    /// Actions that are sent or undone in that turn come after its own, and have to find them in the history.
    package func perform(_ step: UndoStep) -> StoreTask {
        announcing {
            step.send(.redo, registering: { register(step) }) { [weak self, weak step] outcome in
                if let step { self?.settle(step, outcome) }
            }
        }
    }

    /// Takes over the steps of a store from its journal, and lets its next ones be written there.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - way: The way to the machine.
    ///   - record: Writes a step with the last action that was reduced, and returns its entry.
    package func recover<State, Action>(
        _ steps: RecoveredSteps<Action>,
        through way: StoreWay<State, Action>,
        recording record: @escaping (RecordedStep<Action>) -> Int?
    ) {
        let machine = RecordedMachine(machine: way.machine) { $0.map(way.extract).flatMap(record) }
        recorded.removeAll { $0.machine == nil }
        recorded.append(machine)
        let recovered = steps.done.map { UndoStep(recovered: $0, isDone: true, through: way) }
        let recoveredUndone = steps.undone.map { UndoStep(recovered: $0, isDone: false, through: way) }
        for step in recovered + recoveredUndone.reversed() {
            lastNumber += 1
            step.number = lastNumber
            step.record = machine.record
        }
        for step in recoveredUndone { step.undoneAfter = lastNumber }
        done += recovered
        undone += recoveredUndone
        lastReduced = lastNumber
        enforceLimit()
        announce()
    }

    private func register(_ step: UndoStep) {
        step.record = recorded.first { step.isFor($0.machine) }?.record
        waiting.removeAll { !$0.isPossible }
        lastNumber += 1
        step.number = lastNumber
        waiting.append(step)
        done.append(step)
    }

    /// Keeps a step whose actions were reduced; otherwise the history is as if it had not been sent.
    private func settle(_ step: UndoStep, _ outcome: UndoStep.Outcome) {
        guard waiting.remove(step) else { return }
        if outcome != .performed { _ = done.remove(step) || undone.remove(step) }
        if outcome != .refused {
            lastReduced = max(lastReduced, step.number)
            undone.removeAll { $0.undoneAfter < step.number }
        }
        enforceLimit()
        if sending == 0 { announce() }
    }

    private func perform(_ direction: StepDirection) -> StoreTask {
        announcing {
            while let step = direction == .undo ? done.popLast() : popUndone() {
                guard step.isPossible else {
                    step.reportIfClosed(direction)
                    continue
                }
                // Before the turn runs, for actions that are undone, redone or sent in it.
                if direction == .undo {
                    step.undoneAfter = lastNumber
                    undone.append(step)
                } else {
                    done.append(step)
                }
                step.waitingCount += 1
                return step.send(direction) { [weak self, weak step, lastNumber] outcome in
                    if let step { self?.settle(step, outcome, sentAfter: lastNumber) }
                }
            }
            return StoreTask()
        }
    }

    /// Puts a step back that was not undone, or not redone, because its actions were refused.
    ///
    /// It may wait to be undone and redone several times in one turn, and its place depends on the last of them.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - outcome: Its outcome.
    ///   - number: That of the last step when it was sent. Like any other, it cannot be redone once another was reduced.
    private func settle(_ step: UndoStep, _ outcome: UndoStep.Outcome, sentAfter number: Int) {
        step.waitingCount -= 1
        if outcome == .lost {
            _ = done.remove(step) || undone.remove(step)
        } else if step.waitingCount > 0 {
            return
        } else if step.isDone {
            if undone.remove(step) { done.insert(step) { $0.number < step.number } }
        } else if done.remove(step), lastReduced <= number {
            undone.insert(step) { ($0.undoneAfter, -$0.number) < (step.undoneAfter, -step.number) }
        }
        if sending == 0 { announce() }
    }

    private func announcing(_ body: () -> StoreTask) -> StoreTask {
        sending += 1
        defer {
            sending -= 1
            announce()
        }
        return body()
    }

    private func enforceLimit() {
        done.drop(to: max(limit, 0))
        undone.drop(to: max(limit, 0))
    }
}

/// A machine with a journal, not kept, and the function that writes a step there.
private struct RecordedMachine {
    weak var machine: (any HostedMachine)?
    let record: (RecordedStep<EffectOperation>) -> Int?
}

extension UndoHistory: Observable {
    /// Notifies observers of changes since the last notification.
    func announce() {
        let (undo, redo) = (done.top, redoable)
        let former = announced
        let current = (
            canUndo: undo != nil, canRedo: redo != nil, undoTitle: undo?.titles.undo,
            redoTitle: redo?.titles.redo
        )
        announced = current
        if former.canUndo != current.canUndo { registrar.withMutation(of: self, keyPath: \.canUndo) {} }
        if former.canRedo != current.canRedo { registrar.withMutation(of: self, keyPath: \.canRedo) {} }
        if former.undoTitle != current.undoTitle { registrar.withMutation(of: self, keyPath: \.undoTitle) {} }
        if former.redoTitle != current.redoTitle { registrar.withMutation(of: self, keyPath: \.redoTitle) {} }
    }
}

extension [UndoStep] {
    /// The newest step that is possible; those after it are skipped.
    fileprivate var top: UndoStep? { last { $0.isPossible } }

    /// Puts a step after the last one that belongs before it.
    fileprivate mutating func insert(_ step: UndoStep, above isBelow: (UndoStep) -> Bool) {
        insert(step, at: lastIndex(where: isBelow).map { $0 + 1 } ?? 0)
    }

    /// Removes a step.
    ///
    /// Returns whether it was there.
    fileprivate mutating func remove(_ step: UndoStep) -> Bool {
        guard let index = lastIndex(where: { $0 === step }) else { return false }
        remove(at: index)
        return true
    }

    /// Drops the oldest steps beyond a limit.
    fileprivate mutating func drop(to limit: Int) { if count > limit { removeFirst(count - limit) } }
}
