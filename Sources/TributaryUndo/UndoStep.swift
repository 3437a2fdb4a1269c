// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A step of a history that can be undone and redone, with its actions as they were reduced.
///
/// It keeps its actions alive, but not the store.
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

    /// The number of the last step that was registered before this one was undone.
    var undoneAfter = 0

    /// Writes the step down with its actions, so that the history can be recovered; returns the entry.
    var record: ((RecordedStep<EffectOperation>) -> Int?)?

    /// The way to the store or the scope, for actions of any type.
    private let root: () -> (any HostedMachine)?
    private let embed: (Any) -> EffectOperation?
    private let extract: (EffectOperation) -> Any?

    private var group: [Any]
    private var inverse: [Any]

    /// Whether the actions are reduced, and not undone since.
    private(set) var isDone = false

    /// Whether the reducers received actions whose inverse is not known.
    private var isLost = false

    /// How many times it waits to be undone or redone.
    var waitingCount = 0

    /// How often the actions have changed.
    private var revision = 0

    /// The entry with which the step was done, if it is recorded.
    private var entry: Int?

    /// A step to be sent, which is registered then.
    ///
    /// - Parameters:
    ///   - group: The actions.
    ///   - inverse: The actions that undo them.
    ///   - titles: The titles of the step; that for undo serves for redo, too, if it is the only one.
    ///   - way: The way to the store or the scope.
    package init<State, Action>(
        _ group: ActionGroup<Action>,
        inverse: ActionGroup<Action>,
        titles: (undo: String?, redo: String?),
        through way: StoreWay<State, Action>
    ) {
        (self.group, self.inverse) = (group.actions, inverse.actions)
        self.titles = (titles.undo, titles.redo ?? titles.undo)
        root = { way.machine }
        embed = { ($0 as? Action).flatMap(way.embed) }
        extract = { way.extract($0) }
    }

    /// A step that was done, and perhaps undone, before the machine was there.
    convenience init<State, Action>(
        recovered step: RecordedStep<Action>,
        isDone: Bool,
        through way: StoreWay<State, Action>
    ) {
        let (group, inverse) = (ActionGroup(step.group ?? []), ActionGroup(step.inverse ?? []))
        self.init(group, inverse: inverse, titles: step.titles, through: way)
        self.isDone = isDone
        entry = step.entry
    }

    /// The actions that are sent in a direction.
    private func actions(of direction: StepDirection) -> [Any] { direction == .undo ? inverse : group }

    /// Sends the actions of a direction, as one turn.
    ///
    /// - Parameters:
    ///   - direction: The direction.
    ///   - register: Called if there is something to send, and a store for it, before it is sent.
    ///   - settle: Gets the outcome, as soon as the actions are reduced.
    /// - Returns: The effects that follow.
    package func send(
        _ direction: StepDirection,
        registering register: () -> Void = {},
        settle: @escaping (Outcome) -> Void
    ) -> StoreTask {
        let revision = revision
        let sent = actions(of: direction).map(embed)
        let present = sent.compactMap(\.self)
        guard !present.isEmpty else {
            settle(.refused)
            return StoreTask()
        }
        if isPossible { register() }
        let task = root()?.sendStep(present) { [self] reduce in
            // Actions that waited before this may have been refused, so that there is nothing to do.
            guard !isLost, isDone == (direction == .undo) else { return settle(.refused) }
            let isRevised = revision != self.revision
            let chosen = isRevised ? actions(of: direction).map(embed) : sent
            settle(finish(direction, chosen, chosen.map { $0.flatMap(reduce) }))
        }
        return task ?? StoreTask()
    }

    /// Takes over the actions that the reducers received, and records them.
    private func finish(
        _ direction: StepDirection,
        _ sent: [EffectOperation?],
        _ received: [EffectOperation?]
    ) -> Outcome {
        let operations = received.compactMap(\.self)
        guard !operations.isEmpty else { return .refused }
        isDone = direction == .redo
        let isAsSent = zip(sent, received).allSatisfy { $0 != nil && $0 === $1 }
        let isKnown = isAsSent || replace(direction, sent, with: received)
        isLost = !isKnown
        guard let record else { return isKnown ? .performed : .lost }
        var step = RecordedStep<EffectOperation>(.lost, entry: entry)
        step.group = operations.count == 1 ? nil : operations
        if isKnown {
            step.kind = direction == .undo ? .undone : entry == nil ? .done : .redone
            if entry == nil { step.titles = titles }
            if entry == nil || !isAsSent {
                let other = direction == .undo ? group : inverse
                step.inverse = other.compactMap(embed)
                guard step.inverse?.count == other.count else { return .performed }
            }
        }
        let written = record(step)
        if entry == nil { entry = written }
        return isKnown ? .performed : .lost
    }

    /// Replaces the actions by those that the reducers received, and the others by their inverse.
    ///
    /// Returns whether that is known.
    private func replace(
        _ direction: StepDirection,
        _ sent: [EffectOperation?],
        with received: [EffectOperation?]
    ) -> Bool {
        var (reduced, inverted): ([Any], [Any]) = ([], [])
        for (index, action) in actions(of: direction).enumerated() {
            guard let operation = received[index] else { continue }
            let isSame = operation === sent[index]
            guard let action = isSame ? action : extract(operation), let known = action as? any Undoable
            else { return false }
            reduced.append(action)
            inverted.append(known.inverted())
        }
        inverted.reverse()
        (group, inverse) = direction == .undo ? (inverted, reduced) : (reduced, inverted)
        revision += 1
        return true
    }

    /// Whether the store still exists and is open.
    package var isPossible: Bool { root().map { !$0.isClosed } ?? false }

    /// How many actions are sent in a direction.
    package func count(of direction: StepDirection) -> Int { actions(of: direction).count }

    /// Whether the actions go to a machine, or to a scope of it.
    package func isFor(_ machine: (any HostedMachine)?) -> Bool {
        machine.map { root() === $0 } ?? false
    }

    /// Reports that the step cannot be undone or redone, if its store is closed but not released.
    package func reportIfClosed(_ direction: StepDirection) {
        guard let root = root(), root.isClosed else { return }
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
