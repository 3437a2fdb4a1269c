// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope: a lens into its parent's slice, never a copy of it (law 6).
///
/// It keeps its parent alive; the parent knows it only weakly. The way to the slice is in a path, which all scopes
/// made on it share.
@usableFromInline
class ScopedCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
    @usableFromInline let parent: StoreCore<Parent, ParentAction>

    /// The slice's place in the tree of observers, as long as something is observed there.
    private weak var tree: ObserverTree<State>?

    init(parent: StoreCore<Parent, ParentAction>, machine: (any SliceMachine)? = nil) {
        self.parent = parent
        super.init(machine: machine ?? parent.machine)
    }

    deinit { tree?.scopeEnded() }

    /// The way to the slice and of its actions, which keeps no core alive.
    var lens: ScopeLens<Parent, ParentAction, State, Action> { preconditionFailure("A scope has a path.") }

    /// Shows the slice to a closure; tells whether there is one.
    func readChild(_ parent: Parent, _ body: (State) -> Void) -> Bool { lens.read(parent, body) }

    /// Finds the scope's observers below the parent's.
    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        preconditionFailure("A scope has a path.")
    }

    override final var observers: ObserverTree<State> {
        if let tree { return tree }
        let tree = observers(below: parent.observers)
        tree.scopeBegan()
        self.tree = tree
        return tree
    }

    override func read(_ body: (State) -> Void) -> Bool {
        var isThere = false
        _ = parent.read { isThere = readChild($0, body) }
        return isThere
    }

    override func send(contentsOf actions: [Action]) -> StoreTask {
        parent.send(contentsOf: actions.compactMap(lens.embed))
    }

    override var target: StoreTarget<Action> { parent.target.embedding(lens.embed) }

    override func retained(with companion: AnyObject?) -> AnyObject? { Companions(self, companion) }

    override func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        let scoped = ScopedAttachment(attachment, lens, scope: keepingScope ? self : nil)
        return parent.attach(scoped, keepingScope: false)
    }

    /// A reducer of the parent that runs one of the scope's.
    ///
    /// `nil` where the scope is no place in the parent's state.
    func lifting(
        _ reducer: AnyReducer<State, Action>,
        at site: SourceSite
    ) -> AnyReducer<Parent, ParentAction>? { nil }

    override func mount(_ reducer: AnyReducer<State, Action>, at site: SourceSite) -> ObservationToken {
        if let lifted = lifting(reducer, at: site) { return parent.mount(lifted, at: site) }
        machine.reporter.report(
            Diagnostic(
                .mountedOnView,
                message:
                    "A feature was mounted on a scope of \(typeName(State.self)) that only shows state; it does not run.",
                remedy:
                    "Mount it where its state is: on the store, or on a scope of a property, a case or a row.",
                site: site
            )
        )
        return ObservationToken([])
    }

    override var handle: StoreHandle<State, Action> {
        parent.handle.scoped(by: lens)
    }

    override func start(_ effect: Effect<Action>) -> StoreTask {
        parent.start(effect.embedded(by: lens.embed))
    }
}

/// What an observation keeps alive.
private final class Companions {
    private let members: (AnyObject, AnyObject?)

    init(_ first: AnyObject, _ second: AnyObject?) { members = (first, second) }
}
