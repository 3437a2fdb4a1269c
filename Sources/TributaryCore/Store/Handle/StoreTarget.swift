// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where actions go that are sent to a store at once, by something that does not keep the store alive, such as an
/// undo history.
///
/// A scope's target is its parent's with the embedding of its actions; so the scope may go away, and what was sent
/// through it can still be undone.
package struct StoreTarget<Action> {
    /// The machine, as long as it lives.
    package private(set) weak var root: (any HostedMachine)?

    /// Embeds actions, and tells how to send what is left of them; `nil` when nothing is left.
    package let embedded: ([Action]) -> (() -> StoreTask)?

    init<State>(_ machine: Machine<State, Action>) {
        root = machine
        embedded = { [weak machine] actions in
            guard !actions.isEmpty else { return nil }
            return { [weak machine] in machine?.send(contentsOf: actions) ?? StoreTask(group: nil) }
        }
    }

    private init(root: (any HostedMachine)?, embedded: @escaping ([Action]) -> (() -> StoreTask)?) {
        self.root = root
        self.embedded = embedded
    }

    /// The target of a child's actions, which are the parent's after they were embedded.
    func embedding<ChildAction>(_ embed: @escaping (ChildAction) -> Action?) -> StoreTarget<ChildAction> {
        StoreTarget<ChildAction>(root: root) { [embedded] in embedded($0.compactMap(embed)) }
    }
}

extension Machine {
    /// Where actions go that are sent without keeping the machine alive.
    package var target: StoreTarget<Action> { StoreTarget(self) }
}

extension Store {
    /// Where actions go that are sent without keeping the store alive.
    package var target: StoreTarget<Action> { core.target }
}
