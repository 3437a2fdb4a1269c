// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A step of a history as a journal gives it.
package struct RecoveredStep<Action> {
    /// The entry with which it was done.
    package let entry: Int

    package fileprivate(set) var group: [Action]
    package fileprivate(set) var inverse: [Action]
    package let titles: (undo: String?, redo: String?)
}

extension RecoveredStep: Sendable where Action: Sendable {}

/// The steps in the entries of a journal, in the order of the entries.
package struct RecoveredSteps<Action> {
    /// Those that can be undone, and redone, the next one last.
    package private(set) var done: [RecoveredStep<Action>] = []
    package private(set) var undone: [RecoveredStep<Action>] = []

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
            guard let reduced, let inverse = step.inverse else { return }
            done.append(RecoveredStep(entry: entry, group: reduced, inverse: inverse, titles: step.titles))
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
        from steps: inout [RecoveredStep<Action>]
    ) -> RecoveredStep<Action>? {
        steps.lastIndex { $0.entry == entry }.map { steps.remove(at: $0) }
    }
}

extension RecoveredSteps: Sendable where Action: Sendable {}

extension UndoHistory {
    /// Takes over the steps of a store from its journal, and lets its next ones be written there.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - way: The way to the machine.
    package func recover<State, Action>(
        _ steps: RecoveredSteps<Action>,
        through way: StoreWay<State, Action>
    ) {
        recover(
            done: steps.done.map { StoreStep(recovered: $0, isDone: true, through: way) },
            undone: steps.undone.map { StoreStep(recovered: $0, isDone: false, through: way) },
            of: way.machine
        )
    }
}
