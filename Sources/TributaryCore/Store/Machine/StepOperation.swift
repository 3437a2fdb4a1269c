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

/// Performs a step of an undo history.
///
/// It gets a function that reduces the actions of the step, or others that take their place, and one that records the step and
/// returns its entry, if the store is recorded.
package typealias StepBody<Action> = (
    _ reduce: (_ revised: [Action]?) -> [ReducedAction<Action>],
    _ record: (RecordedStep<Action>) -> Int?
) -> Void

/// A step that waits in a queue.
final class StepOperation<Action>: SendOperation<Action> {
    let actions: [Action]
    let perform: StepBody<Action>

    init(_ actions: [Action], in context: (any Sendable)?, _ perform: @escaping StepBody<Action>) {
        (self.actions, self.perform) = (actions, perform)
        super.init(actions[0], in: context)
    }

    override var isOfStep: Bool { true }
}
