// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The way of actions to the machine of a store, for a history that keeps neither alive.
///
/// A scope's way is its root's with the embedding of its actions; so the scope's store may go away, and what
/// was sent through it can still be undone.
struct UndoTarget<Action> {
    /// The machine, as long as it lives.
    private(set) weak var root: (any UndoRoot)?

    /// Embeds actions, and tells how to send what is left of them; `nil` when nothing is.
    private let embedded: ([Action]) -> (() -> StoreTask)?

    init<State>(_ machine: Machine<State, Action>) {
        root = machine
        embedded = { [weak machine] actions in
            guard !actions.isEmpty else { return nil }
            return { [weak machine] in machine?.send(contentsOf: actions) ?? StoreTask(group: nil) }
        }
    }

    private init(root: (any UndoRoot)?, embedded: @escaping ([Action]) -> (() -> StoreTask)?) {
        self.root = root
        self.embedded = embedded
    }

    /// The way of a child's actions, which are the parent's after they were embedded.
    func embedding<ChildAction>(_ embed: @escaping (ChildAction) -> Action?) -> UndoTarget<ChildAction> {
        UndoTarget<ChildAction>(root: root) { [embedded] in embedded($0.compactMap(embed)) }
    }

    /// Sends actions as one turn; to nobody, when the machine is gone.
    func send(_ group: ActionGroup<Action>) -> StoreTask {
        embedded(group.actions)?() ?? StoreTask(group: nil)
    }

    /// Sends actions, and registers their inverse.
    ///
    /// Registered before their turn runs: what is sent or undone in that turn comes after these actions, and
    /// has to find them in the history (decision 20). Actions that a scope on the way holds back are no step, and
    /// neither are those for a closed store, which says so itself.
    func send(
        _ group: ActionGroup<Action>,
        inverse: ActionGroup<Action>,
        titles: (undo: String?, redo: String?),
        registering register: (UndoStep) -> Void
    ) -> StoreTask {
        guard let send = embedded(group.actions) else { return StoreTask(group: nil) }
        if let root, !root.isClosed {
            register(
                UndoStep(
                    sending: inverse,
                    reverse: group,
                    to: self,
                    titles: (titles.undo, titles.redo ?? titles.undo)
                )
            )
        }
        return send()
    }

    /// Sends actions, and registers their inverse in a history, whose observers are told after the turn.
    func send(
        _ group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String?,
        redoTitle: String?
    ) -> StoreTask {
        defer { history.announce() }
        return send(group, inverse: inverse, titles: (title, redoTitle), registering: history.register)
    }
}

/// The machine at the end of an `UndoTarget`, whatever its state.
protocol UndoRoot: AnyObject {
    var isClosed: Bool { get }
    var dependencies: Dependencies { get }
}

extension Machine: UndoRoot {}
