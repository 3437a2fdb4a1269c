// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

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

    package init(_ kind: RecordedStepKind, entry: Int?, titles: (undo: String?, redo: String?) = (nil, nil)) {
        (self.kind, self.entry, self.titles) = (kind, entry, titles)
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

/// The steps in the entries of a journal, in the order of the entries.
package struct RecoveredSteps<Action> {
    /// Those that can be undone, and redone, the next one last; each with its entry, and with all of its actions.
    package private(set) var done: [RecordedStep<Action>] = []
    package private(set) var undone: [RecordedStep<Action>] = []

    package init() {}

    /// Adds the step of an entry.
    ///
    /// - Parameters:
    ///   - step: The step that is recorded with the entry.
    ///   - entry: The number of the entry.
    ///   - action: Its action.
    package mutating func append(_ step: RecordedStep<Action>, at entry: Int, of action: Action?) {
        let reduced = step.group ?? action.map { [$0] }
        switch step.kind {
        case .done:
            undone = []
            guard reduced != nil, step.inverse != nil else { return }
            var new = step
            (new.entry, new.group) = (entry, reduced)
            done.append(new)
        case .undone:
            guard var former = Self.remove(step.entry, from: &done) else { return }
            // It is recorded only if the reducers received other actions than those that were sent.
            if let group = step.inverse {
                (former.group, former.inverse) = (group, reduced ?? former.inverse)
            }
            undone.append(former)
        case .redone:
            guard var former = Self.remove(step.entry, from: &undone) else { return }
            if let inverse = step.inverse {
                (former.group, former.inverse) = (reduced ?? former.group, inverse)
            }
            done.append(former)
        case .lost:
            guard let entry = step.entry else { return undone = [] }
            _ = Self.remove(entry, from: &done)
            _ = Self.remove(entry, from: &undone)
        }
    }

    /// Takes a step out; it is the last one, unless one above it was of a store that was gone.
    private static func remove(
        _ entry: Int?,
        from steps: inout [RecordedStep<Action>]
    ) -> RecordedStep<Action>? {
        steps.lastIndex { $0.entry == entry }.map { steps.remove(at: $0) }
    }
}

extension RecoveredSteps: Sendable where Action: Sendable {}
