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
        // The state before the action that is being reduced, if that is printed; `nil` if it saw no state.
        var seen: (before: State?, isIncluded: Bool)?
        return Attachment(
            willReduce: { action, _, state in
                let isIncluded = self.isIncluded(action)
                seen = (isIncluded ? state : nil, isIncluded)
                return action
            },
            didHoldBack: { seen = nil },
            hear: { action, origin, read in
                let (old, isIncluded) = seen ?? (nil, self.isIncluded(action))
                seen = nil
                guard isIncluded else { return }
                if !read({ report(action, origin, changes(from: old, to: $0)) }) {
                    report(action, origin, changes(from: old, to: nil))
                }
            }
        )
    }

    private func changes(from old: State?, to new: State?) -> [String] {
        guard old != nil || new != nil else { return ["no state"] }
        guard let old, let new else {
            return [[old, new].map { $0.map { Outline.text($0) } ?? "no state" }.joined(separator: " → ")]
        }
        let lines = StateDifference.lines(from: old, to: new)
        return lines.isEmpty ? ["nothing changed"] : lines
    }

    private func report(_ action: Action, _ origin: ActionOrigin, _ changes: [String]) {
        let title = "\(name.map { "\($0): " } ?? "")\(Outline.name(of: action)) (\(origin))"
        write(([title] + changes.map { "    \($0)" }).joined(separator: "\n"))
    }
}
