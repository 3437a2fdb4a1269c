// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The action that the reducers received for one that was sent.
package enum ReducedAction<Action> {
    /// The action itself.
    case asSent

    /// Another one, which a middleware returned; `nil` if it is none of the scope that sent the action.
    case replaced(by: Action?)

    /// None: a middleware or a scope held the action back.
    case refused

    /// The same, as a scope sees it.
    func extracted<Part>(by extract: (Action) -> Part?) -> ReducedAction<Part> {
        switch self {
        case .asSent: .asSent
        case .replaced(let action): .replaced(by: action.flatMap(extract))
        case .refused: .refused
        }
    }
}

/// The outcome of a step of an undo history.
package enum RecordedStepKind: String, Sendable {
    /// Its actions were reduced, and the inverse takes them back.
    case done

    /// It was undone.
    case undone

    /// It was redone.
    case redone

    /// Its actions were reduced, and their inverse is not known.
    case lost
}

/// A step of an undo history, as it is recorded with the last of its actions.
package struct RecordedStep<Action> {
    package var kind: RecordedStepKind

    /// The entry with which the step was done, if it is another.
    package var entry: Int?

    /// The actions that were reduced, if they are more than the one of the entry.
    package var group: [Action]?

    /// The actions that take them back, unless they are known.
    package var inverse: [Action]?

    /// The titles of the step.
    package var titles: (undo: String?, redo: String?)

    package init(
        _ kind: RecordedStepKind,
        entry: Int? = nil,
        inverse: [Action]? = nil,
        titles: (undo: String?, redo: String?) = (nil, nil)
    ) {
        self.kind = kind
        self.entry = entry
        self.inverse = inverse
        self.titles = titles
    }

    /// The step with other actions in place of its own; `nil` if one of them has none.
    package func map<Other>(_ transform: (Action) throws -> Other?) rethrows -> RecordedStep<Other>? {
        var step = RecordedStep<Other>(kind, entry: entry, titles: titles)
        step.group = try group?.compactMap(transform)
        step.inverse = try inverse?.compactMap(transform)
        return step.group?.count == group?.count && step.inverse?.count == inverse?.count ? step : nil
    }
}

extension RecordedStep: Sendable where Action: Sendable {}

/// The results of the actions of a step.
package struct StepResults<Action> {
    /// The action that the reducers received for each.
    package let actions: [ReducedAction<Action>]

    /// Writes the step down, and returns the entry; `nil` where that is not recorded.
    package let record: (RecordedStep<Action>) -> Int?
}

/// Actions that wait in a queue as one, and whose sender gets their results.
final class StepOperation<Action>: SendOperation<Action> {
    private let actions: [Action]
    private let revise: () -> [Action]?
    private let finish: (StepResults<Action>) -> Void
    private let record: (RecordedStep<Action>) -> Int?
    private var expected = 0
    private var results: [ReducedAction<Action>] = []
    private var reduced: [Action] = []

    /// - Parameters:
    ///   - first: The first of the actions, which diagnostics name.
    ///   - actions: The actions, one at least.
    ///   - revise: Called when their turn comes: returns other actions to take their place, or `nil`.
    ///   - finish: Gets the results, when the last of the actions was reduced or held back.
    ///   - record: Records the step.
    ///   - sent: The context in which they were sent.
    init(
        _ first: Action,
        of actions: [Action],
        revise: @escaping () -> [Action]?,
        finish: @escaping (StepResults<Action>) -> Void,
        record: @escaping (RecordedStep<Action>) -> Int?,
        sent: (any Sendable)?
    ) {
        self.actions = actions
        self.revise = revise
        self.finish = finish
        self.record = record
        super.init(first, in: sent)
    }

    override var isOfStep: Bool { true }

    /// The actions to reduce now; without any, the step is finished.
    func choose() -> [StepAction<Action>] {
        let chosen = revise() ?? actions
        expected = chosen.count
        if chosen.isEmpty { end() }
        return chosen.map { StepAction($0, of: self) }
    }

    fileprivate func add(_ result: ReducedAction<Action>, _ action: Action?) {
        results.append(result)
        if let action { reduced.append(action) }
        if results.count == expected { end() }
    }

    private func end() {
        finish(
            StepResults(actions: results) { [record, reduced] step in
                guard !reduced.isEmpty else { return nil }
                var step = step
                step.group = reduced.count == 1 ? nil : reduced
                return record(step)
            }
        )
    }
}

/// An action of a step that is being reduced.
final class StepAction<Action>: SendOperation<Action> {
    private let step: StepOperation<Action>

    init(_ action: Action, of step: StepOperation<Action>) {
        self.step = step
        super.init(action, in: step.context)
    }

    override var isOfStep: Bool { true }

    /// Reports the action that the reducers received; `nil` if they received none.
    func wasReduced(as reduced: Action?) {
        guard let reduced else { return step.add(.refused, nil) }
        step.add(isSame(as: reduced) ? .asSent : .replaced(by: reduced), reduced)
    }

    /// Compares by `==` if the action has it, otherwise by its text: an action with a closure is then the same if all else is.
    private func isSame(as reduced: Action) -> Bool {
        (action as? any Equatable)?.isEqual(to: reduced)
            ?? (String(reflecting: action) == String(reflecting: reduced))
    }

    /// Reports that the reducers received the action itself.
    func wasReduced() { step.add(.asSent, action) }
}

/// The innermost middleware while an action of a step is reduced: sees the action that the others passed on.
final class StepAttachment<State, Action>: Attachment<State, Action> {
    private let action: StepAction<Action>

    /// Whether there is no other middleware, which could replace the action.
    private let isAlone: Bool

    init(_ action: StepAction<Action>, isAlone: Bool) {
        self.action = action
        self.isAlone = isAlone
        super.init(.reducing)
    }

    override func didHoldBack() { action.wasReduced(as: nil) }

    override func didReduce(_ reduced: Action, _ origin: ActionOrigin, _ state: State) {
        isAlone ? action.wasReduced() : action.wasReduced(as: reduced)
    }
}
