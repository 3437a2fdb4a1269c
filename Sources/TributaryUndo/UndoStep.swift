// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A step of a history that can be undone and redone, whatever its types.
///
/// It keeps its actions alive, but not the store.
package class UndoStep {
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
    package final let titles: (undo: String?, redo: String?)

    /// The place of the step in the order of a history.
    final var number = 0

    /// The steps that could be redone until this one was registered, which may yet turn out to be none.
    final var displaced: [UndoStep] = []

    /// Whether it is written down with the actions, so that the history can be recovered.
    final var isRecorded = false

    init(titles: (undo: String?, redo: String?)) { self.titles = titles }

    /// The machine that the actions go to, as long as it lives.
    var root: (any HostedMachine)? { nil }

    /// The actions that are sent in a direction.
    func actions(of direction: StepDirection) -> [Any] { [] }

    /// Sends the actions of a direction, as one turn.
    ///
    /// - Parameters:
    ///   - direction: The direction.
    ///   - register: Called if there is something to send, and a store for it, before it is sent.
    ///   - settle: Gets the outcome, as soon as the actions are reduced.
    /// - Returns: The effects that follow.
    package func send(
        _ direction: StepDirection,
        registering register: @escaping () -> Void = {},
        settle: @escaping (Outcome) -> Void
    ) -> StoreTask {
        StoreTask(group: nil)
    }

    /// Whether the store still exists and is open.
    package final var isPossible: Bool { root.map { !$0.isClosed } ?? false }

    /// How many actions are sent in a direction.
    package final func count(of direction: StepDirection) -> Int { actions(of: direction).count }

    /// Whether the actions go to a machine, or to a scope of it.
    package final func isFor(_ machine: (any HostedMachine)?) -> Bool {
        machine.map { root === $0 } ?? false
    }

    /// Reports that the step cannot be undone or redone, if its store is closed but not released.
    package final func reportIfClosed(_ direction: StepDirection) {
        guard let root, root.isClosed else { return }
        let title = direction == .undo ? titles.undo : titles.redo
        root.dependencies.diagnosticReporter.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-021"),
                message: """
                    A step of an undo history\(title.map { ", \"\($0)\"," } ?? "") belongs to a store that is \
                    closed; it was removed from the history.
                    """,
                remedy: "When a store is closed, remove its steps: `history.removeAll(of: store)`.",
                action: String(reflecting: actions(of: direction))
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

/// A step with its actions, as they were reduced.
final class StoreStep<State, Action>: UndoStep {
    private let way: StoreWay<State, Action>
    private var group: [Action]
    private var inverse: [Action]

    /// Whether the actions are reduced, and not undone since.
    private var isDone = false

    /// How often the actions have changed.
    private var revision = 0

    /// The entry with which the step was done, if it is recorded.
    private var entry: Int?

    init(
        _ group: [Action],
        inverse: [Action],
        titles: (undo: String?, redo: String?),
        through way: StoreWay<State, Action>
    ) {
        self.way = way
        self.group = group
        self.inverse = inverse
        super.init(titles: titles)
    }

    /// A step that was done, and perhaps undone, before the machine was there.
    convenience init(
        recovered step: RecoveredStep<Action>,
        isDone: Bool,
        through way: StoreWay<State, Action>
    ) {
        self.init(step.group, inverse: step.inverse, titles: step.titles, through: way)
        self.isDone = isDone
        entry = step.entry
        isRecorded = true
    }

    override var root: (any HostedMachine)? { way.machine }

    override func actions(of direction: StepDirection) -> [Any] { own(direction) }

    private func own(_ direction: StepDirection) -> [Action] { direction == .undo ? inverse : group }

    override func send(
        _ direction: StepDirection,
        registering register: @escaping () -> Void,
        settle: @escaping (Outcome) -> Void
    ) -> StoreTask {
        let revision = revision
        let task = way.sendStep(own(direction), { if isPossible { register() } }) { [self] reduce, record in
            // Actions that waited before this may have been refused or replaced.
            let sent = isDone == (direction == .undo) ? own(direction) : []
            let isRevised = sent.isEmpty || revision != self.revision
            settle(finish(direction, sent, reduce(isRevised ? sent : nil), recording: record))
        }
        if task == nil { settle(.refused) }
        return task ?? StoreTask(group: nil)
    }

    /// Takes over the actions that the reducers received, and records them.
    private func finish(
        _ direction: StepDirection,
        _ sent: [Action],
        _ results: [ReducedAction<Action>],
        recording record: (RecordedStep<Action>) -> Int?
    ) -> Outcome {
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
    ) -> Outcome {
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
