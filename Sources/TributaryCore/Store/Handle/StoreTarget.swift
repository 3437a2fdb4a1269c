// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sends actions to a store without keeping the store alive, for example for an undo history.
///
/// A scope's target is its parent's target with the embedding of its actions. So the scope may go away, and actions
/// that were sent through it can still be undone.
package struct StoreTarget<Action> {
    /// The machine, as long as it lives.
    package private(set) weak var root: (any HostedMachine)?

    /// Embeds actions, and returns how to send those that are left; `nil` if none is left.
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

    /// The target of a child's actions, which embeds them in the parent's.
    func embedding<ChildAction>(_ embed: @escaping (ChildAction) -> Action?) -> StoreTarget<ChildAction> {
        StoreTarget<ChildAction>(root: root) { [embedded] in embedded($0.compactMap(embed)) }
    }
}

extension Machine {
    /// Sends actions to the machine without keeping it alive.
    package var target: StoreTarget<Action> { StoreTarget(self) }
}

extension Store {
    /// Sends actions to the store without keeping it alive.
    package var target: StoreTarget<Action> { core.target }
}
