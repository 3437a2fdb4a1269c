// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A step that can be undone, or redone: the actions that do so, and those that reverse them.
///
/// It keeps the actions alive, but not the store.
package final class UndoStep {
    /// The title of the step, if it has one.
    package let title: String?

    private let reverseTitle: String?
    private let root: () -> (any HostedMachine)?
    private let send: () -> StoreTask
    private let sendReverse: () -> StoreTask
    private let describe: () -> String
    private let describeReverse: () -> String

    /// - Parameters:
    ///   - group: The actions that perform the step.
    ///   - reverse: The actions that reverse it.
    ///   - way: The way of both.
    ///   - titles: The titles of the step and of the reversed one.
    init<State, Action>(
        sending group: ActionGroup<Action>,
        reverse: ActionGroup<Action>,
        to way: StoreWay<State, Action>,
        titles: (String?, String?)
    ) {
        (title, reverseTitle) = titles
        root = { way.machine }
        send = { way.perform(group) }
        sendReverse = { way.perform(reverse) }
        describe = { String(reflecting: group.actions) }
        describeReverse = { String(reflecting: reverse.actions) }
    }

    private init(reversing step: UndoStep) {
        title = step.reverseTitle
        reverseTitle = step.title
        root = step.root
        send = step.sendReverse
        sendReverse = step.send
        describe = step.describeReverse
        describeReverse = step.describe
    }

    /// The reversed step, under the other title.
    package func reversed() -> UndoStep { UndoStep(reversing: self) }

    /// Whether the store still exists and is open.
    package var isPossible: Bool { root().map { !$0.isClosed } ?? false }

    /// Sends the actions, as one turn.
    package func perform() -> StoreTask { send() }

    /// Whether the actions go to a machine, or to a scope of it.
    func isFor(_ machine: (any HostedMachine)?) -> Bool { machine.map { root() === $0 } ?? false }

    /// Reports that the step cannot be performed, if its store is closed but not released.
    package func reportIfClosed() {
        guard let root = root(), root.isClosed else { return }
        root.dependencies.diagnosticReporter.report(
            Diagnostic(
                .undoAfterClose,
                message: """
                    A step of an undo history\(title.map { ", \"\($0)\"," } ?? "") belongs to a store that is \
                    closed; it was removed from the history.
                    """,
                remedy: "When a store is closed, remove its steps: `history.removeAll(of: store)`.",
                action: describe()
            )
        )
    }
}
