// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Prints each action of a store, its origin, and its changes of the state.
///
/// ```swift
/// let token = store.attach(ActionPrinter())
/// // news.loaded(count: 2) (effect)
/// //     news.isLoading: true → false
/// //     news.titles: [] → [2 elements]
/// ```
/// On a scope, it prints the scope's own actions, and their changes there. It receives actions as they were reduced, in order with
/// the listeners of the store. Actions that a middleware drops are not printed.
///
/// Use it for development. It keeps the state while an action is reduced, so reducers copy the arrays and boxes that they change.
/// Then it compares the two states field by field, and large changed collections element by element. An excluded action has none of
/// these costs.
public struct ActionPrinter<State, Action>: Companion, Sendable {
    private let name: String?
    private let isIncluded: @Sendable (Action) -> Bool
    private let write: @Sendable (String) -> Void

    /// A printer.
    ///
    /// - Parameters:
    ///   - name: A prefix for each action, to distinguish several printers; by default none.
    ///   - write: Receives the text of an action, of one or more lines; by default prints it.
    ///   - isIncluded: Which actions are printed; by default all.
    public init(
        named name: String? = nil,
        to write: @escaping @Sendable (String) -> Void = { print($0) },
        where isIncluded: @escaping @Sendable (Action) -> Bool = { _ in true }
    ) {
        self.name = name
        self.isIncluded = isIncluded
        self.write = write
    }

    /// The attachment that prints the actions of one store.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        PrinterAttachment(self).attachment
    }

    fileprivate func includes(_ action: Action) -> Bool { isIncluded(action) }

    fileprivate func report(_ action: Action, _ origin: ActionOrigin, _ changes: [String]) {
        let title = "\(name.map { "\($0): " } ?? "")\(Outline.name(of: action)) (\(origin))"
        write(([title] + changes.map { "    \($0)" }).joined(separator: "\n"))
    }
}

/// A printer attached to its store, with the state before the action that is being reduced.
private final class PrinterAttachment<State, Action> {
    private let printer: ActionPrinter<State, Action>
    private var before = Before.absent

    private enum Before {
        /// There was no state.
        case absent
        case present(State)
        /// The action is not printed.
        case skipped
    }

    init(_ printer: ActionPrinter<State, Action>) { self.printer = printer }

    var attachment: Attachment<State, Action> {
        Attachment(
            willReduce: willReduce,
            didHoldBack: { self.before = .absent },
            hear: { [self] action, origin, read in
                if !read({ hear(action, origin, $0) }) { hearWithoutState(action, origin) }
            }
        )
    }

    private func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? {
        before = printer.includes(action) ? .present(state) : .skipped
        return action
    }

    private func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        switch takeBefore(action) {
        case .skipped: break
        case .absent: printer.report(action, origin, ["no state → \(Outline.text(state))"])
        case .present(let old):
            let changes = StateDifference.lines(from: old, to: state)
            printer.report(action, origin, changes.isEmpty ? ["nothing changed"] : changes)
        }
    }

    private func hearWithoutState(_ action: Action, _ origin: ActionOrigin) {
        switch takeBefore(action) {
        case .skipped: break
        case .absent: printer.report(action, origin, ["no state"])
        case .present(let old): printer.report(action, origin, ["\(Outline.text(old)) → no state"])
        }
    }

    /// The state before the action; released at once.
    private func takeBefore(_ action: Action) -> Before {
        defer { before = .absent }
        if case .absent = before, !printer.includes(action) { return .skipped }
        return before
    }
}
