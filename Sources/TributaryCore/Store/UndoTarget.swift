// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The way of actions to the machine of a store, for a history that keeps neither alive.
///
/// A scope's way is its root's with the embedding of its actions; so the scope's store may go away, and what
/// was sent through it can still be undone.
struct UndoTarget<Action> {
    /// The machine, as long as it lives.
    private(set) weak var root: (any UndoRoot)?

    private let sendToRoot: ([Action]) -> StoreTask

    init<State>(_ machine: Machine<State, Action>) {
        root = machine
        sendToRoot = { [weak machine] in machine?.send(contentsOf: $0) ?? StoreTask(group: nil) }
    }

    private init(root: (any UndoRoot)?, sendToRoot: @escaping ([Action]) -> StoreTask) {
        self.root = root
        self.sendToRoot = sendToRoot
    }

    /// The way of a child's actions, which are the parent's after they were embedded.
    func embedding<ChildAction>(_ embed: @escaping (ChildAction) -> Action?) -> UndoTarget<ChildAction> {
        UndoTarget<ChildAction>(root: root) { [sendToRoot] in sendToRoot($0.compactMap(embed)) }
    }

    /// Sends actions as one turn; to nobody, when the machine is gone.
    func send(_ group: ActionGroup<Action>) -> StoreTask { sendToRoot(group.actions) }

    /// What sending the actions is for a history, or `nil` when it is nothing that could be undone.
    ///
    /// That is so when there are no actions, and when the store is closed, which says so itself.
    func step(
        _ group: ActionGroup<Action>,
        inverse: ActionGroup<Action>,
        title: String?,
        redoTitle: String?
    ) -> UndoStep? {
        guard !group.isEmpty, let root, !root.isClosed else { return nil }
        return UndoStep(
            sending: inverse,
            reverse: group,
            to: self,
            titles: (title, redoTitle ?? title)
        )
    }

    /// Sends actions, and registers their inverse.
    ///
    /// Registered before their turn runs: what is sent or undone in that turn comes after these actions, and
    /// has to find them in the history (decision 20). The history's observers are told after the turn.
    func send(
        _ group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String?,
        redoTitle: String?
    ) -> StoreTask {
        if let step = step(group, inverse: inverse, title: title, redoTitle: redoTitle) {
            history.register(step)
        }
        defer { history.announce() }
        return send(group)
    }
}

/// The machine at the end of an `UndoTarget`, whatever its state.
protocol UndoRoot: AnyObject {
    var isClosed: Bool { get }
    var dependencies: Dependencies { get }
}

extension Machine: UndoRoot {}
