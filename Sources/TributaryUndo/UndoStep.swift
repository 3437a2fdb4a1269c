// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A step that can be undone and redone: its actions and their inverses, as the reducers got them.
///
/// It keeps the actions alive, but not the store.
package final class UndoStep {
    /// The outcome of doing, undoing or redoing a step.
    package enum Outcome {
        /// It is done, undone, or redone; if a middleware replaced an action, the step contains the reduced one.
        case performed

        /// The reducers got none of its actions.
        case refused

        /// The reducers received actions whose inverse is not known.
        case lost
    }

    /// The titles of the step, if it has any.
    package let titles: (undo: String?, redo: String?)

    /// The place of the step in the order of a history.
    var number = 0

    /// The steps that could be redone until this one was registered, which may yet turn out to be none.
    var displaced = UndoStack()

    /// Whether it is written down with the actions, so that the history can be recovered.
    var isRecorded: Bool {
        get { contents.isRecorded }
        set { contents.isRecorded = newValue }
    }

    private let contents: any StepActions

    init(_ contents: any StepActions, titles: (undo: String?, redo: String?)) {
        self.contents = contents
        self.titles = titles
        contents.titles = titles
    }

    /// Whether the store still exists and is open.
    package var isPossible: Bool { contents.root.map { !$0.isClosed } ?? false }

    /// Sends the actions for the first time, as one turn, after they were registered.
    ///
    /// - Parameters:
    ///   - register: Called if there is something to send, before it is.
    ///   - settle: Gets the outcome, as soon as the actions are reduced.
    /// - Returns: The effects that follow.
    package func perform(
        registering register: @escaping () -> Void,
        settle: @escaping (Outcome) -> Void
    ) -> StoreTask {
        contents.send(.redo, registering: isPossible ? register : nil, settle: settle)
    }

    /// Sends the inverse, as one turn.
    package func undo(settle: @escaping (Outcome) -> Void) -> StoreTask {
        contents.send(.undo, registering: nil, settle: settle)
    }

    /// Sends the actions again, as one turn.
    package func redo(settle: @escaping (Outcome) -> Void) -> StoreTask {
        contents.send(.redo, registering: nil, settle: settle)
    }

    /// How many actions are sent in a direction.
    package func count(of direction: StepDirection) -> Int { contents.count(of: direction) }

    /// Whether the actions go to a machine, or to a scope of it.
    package func isFor(_ machine: (any HostedMachine)?) -> Bool {
        machine.map { contents.root === $0 } ?? false
    }

    /// Reports that the step cannot be undone or redone, if its store is closed but not released.
    package func reportIfClosed(_ direction: StepDirection) {
        guard let root = contents.root, root.isClosed else { return }
        let title = direction == .undo ? titles.undo : titles.redo
        root.dependencies.diagnosticReporter.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-021"),
                message: """
                    A step of an undo history\(title.map { ", \"\($0)\"," } ?? "") belongs to a store that is \
                    closed; it was removed from the history.
                    """,
                remedy: "When a store is closed, remove its steps: `history.removeAll(of: store)`.",
                action: contents.description(of: direction)
            )
        )
    }
}

/// Which of its two groups a step sends.
package enum StepDirection {
    /// The inverse.
    case undo

    /// The actions themselves, for the first time or again.
    case redo
}

/// The actions of a step, without their types.
protocol StepActions: AnyObject {
    /// The machine that they go to, as long as it lives.
    var root: (any HostedMachine)? { get }

    /// Whether the step is written down, and its titles there.
    var isRecorded: Bool { get set }
    var titles: (undo: String?, redo: String?) { get set }

    /// Sends the actions of one direction as one turn.
    func send(
        _ direction: StepDirection,
        registering register: (() -> Void)?,
        settle: @escaping (UndoStep.Outcome) -> Void
    ) -> StoreTask

    /// How many actions one direction has.
    func count(of direction: StepDirection) -> Int

    /// The actions of one direction as a text.
    func description(of direction: StepDirection) -> String
}

/// The actions of a step, as they were reduced.
final class StepContents<State, Action>: StepActions {
    private let way: StoreWay<State, Action>
    private var group: [Action]
    private var inverse: [Action]

    /// Whether the actions are reduced, and not undone since.
    private var isDone = false

    /// How often the actions have changed.
    private var revision = 0

    /// The entry with which the step was done, if it is recorded.
    private var entry: Int?

    var isRecorded = false
    var titles: (undo: String?, redo: String?) = (nil, nil)

    init(of way: StoreWay<State, Action>, group: [Action], inverse: [Action]) {
        self.way = way
        self.group = group
        self.inverse = inverse
    }

    /// The contents of a step that was done, and perhaps undone, before the machine was there.
    init(of way: StoreWay<State, Action>, recovered step: RecoveredStep<Action>, isDone: Bool) {
        self.way = way
        self.isDone = isDone
        (group, inverse) = (step.group, step.inverse)
        (entry, isRecorded) = (step.entry, true)
    }

    var root: (any HostedMachine)? { way.machine }

    func count(of direction: StepDirection) -> Int { actions(direction).count }

    func description(of direction: StepDirection) -> String { String(reflecting: actions(direction)) }

    private func actions(_ direction: StepDirection) -> [Action] { direction == .undo ? inverse : group }

    func send(
        _ direction: StepDirection,
        registering register: (() -> Void)?,
        settle: @escaping (UndoStep.Outcome) -> Void
    ) -> StoreTask {
        var sent = actions(direction)
        let revision = revision
        let task = way.sendStep(
            sent,
            { register?() },
            { [self] in
                // Actions that waited before this may have been refused or replaced.
                guard isDone == (direction == .undo) else {
                    sent = []
                    return sent
                }
                guard revision != self.revision else { return nil }
                sent = actions(direction)
                return sent
            },
            { [self] in settle(finish(direction, sent, $0, recording: $1)) }
        )
        if task == nil { settle(.refused) }
        return task ?? StoreTask(group: nil)
    }

    /// Takes over the actions that the reducers received, and records them.
    private func finish(
        _ direction: StepDirection,
        _ sent: [Action],
        _ results: [ReducedAction<Action>],
        recording record: (RecordedStep<Action>) -> Int?
    ) -> UndoStep.Outcome {
        let former = revision
        let outcome = takeOver(direction, sent, results)
        guard isRecorded, outcome != .refused else { return outcome }
        var step = RecordedStep<Action>(.lost, entry: entry)
        if outcome == .performed {
            step.kind = direction == .undo ? .undone : entry == nil ? .done : .redone
            if entry == nil { step.titles = titles }
            if entry == nil || former != revision { step.inverse = direction == .undo ? group : inverse }
        }
        let written = record(step)
        if entry == nil { entry = written }
        return outcome
    }

    private func takeOver(
        _ direction: StepDirection,
        _ sent: [Action],
        _ results: [ReducedAction<Action>]
    ) -> UndoStep.Outcome {
        var reduced: [Action] = []
        var isAsSent = true
        for (action, result) in zip(sent, results) {
            switch result {
            case .asSent: reduced.append(action)
            case .refused: isAsSent = false
            case .replaced(let other):
                guard let other else { return .lost }
                reduced.append(other)
                isAsSent = false
            }
        }
        guard !reduced.isEmpty else { return .refused }
        isDone = direction == .redo
        guard !isAsSent else { return .performed }
        // The inverse that was given with the actions is that of others.
        let inverted = reduced.reversed().compactMap { ($0 as? any Undoable)?.inverted() as? Action }
        guard inverted.count == reduced.count else { return .lost }
        (group, inverse) = direction == .undo ? (inverted, reduced) : (reduced, inverted)
        revision += 1
        return .performed
    }
}
