// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of the scope of a property, an optional or a case.
@usableFromInline
class ChildCore<Parent, ParentAction, State, Action>: ScopedCore<Parent, ParentAction, State, Action> {
    private let path: ChildPath<Parent, ParentAction, State, Action>

    @usableFromInline
    init(parent: StoreCore<Parent, ParentAction>, path: ChildPath<Parent, ParentAction, State, Action>) {
        self.path = path
        super.init(parent: parent)
    }

    init(
        parent: StoreCore<Parent, ParentAction>,
        path: ChildPath<Parent, ParentAction, State, Action>,
        machine: any SliceMachine
    ) {
        self.path = path
        super.init(parent: parent, machine: machine)
    }

    override func readChild(_ parent: Parent, _ body: (State) -> Void) -> Bool { path.way.read(parent, body) }

    override var lens: ScopeLens<Parent, ParentAction, State, Action> {
        ScopeLens(read: path.way.read, embed: path.action.embedValue, extract: path.action.extractValue)
    }

    override func send(contentsOf actions: [Action]) -> StoreTask {
        super.send(contentsOf: path.isReplaced == nil ? actions : actions.filter { !isRefusing($0) })
    }

    /// Whether the child has been replaced by another, which is not to see the action; if so, complains.
    func isRefusing(_ action: Action) -> Bool {
        // While a reducer has the state, nothing can be asked of it.
        guard let isReplaced = path.isReplaced, !machine.isReducing else { return false }
        var isRefused = false
        _ = parent.read { isRefused = isReplaced($0) }
        guard isRefused else { return false }
        machine.reporter.report(
            Diagnostic(
                .absentChild,
                message: """
                    An action was sent through the store of a \(String(reflecting: State.self)) that has been replaced \
                    by one with another `id`; it was dropped.
                    """,
                remedy:
                    "Ask the parent for the scope again, which gives the store of the state that is there now.",
                action: String(reflecting: action)
            )
        )
        return true
    }

    // Only whoever mounts something asks whether the state can be changed on the path: so paths need not keep it.
    override func lifting(
        _ reducer: AnyReducer<State, Action>,
        at site: SourceSite
    ) -> AnyReducer<Parent, ParentAction>? {
        let action = path.action
        if let state = path.place as? WritableKeyPath<Parent, State> {
            return AnyReducer(making: { Scope(state: state, actionPath: action) { reducer } })
        }
        let (fileID, line) = (site.fileID, site.line)
        if let state = path.place as? WritableKeyPath<Parent, State?> {
            return AnyReducer(making: {
                EmptyReducer().ifLet(
                    state,
                    actionPath: action,
                    child: { reducer },
                    fileID: fileID,
                    line: line
                )
            })
        }
        if let state = path.place as? StateCaseKeyPath<Parent, State> {
            return AnyReducer(making: {
                EmptyReducer().ifCaseLet(
                    state,
                    actionPath: action,
                    child: { reducer },
                    fileID: fileID,
                    line: line
                )
            })
        }
        return nil
    }

    override func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.child(at: path.way, of: path.state)
    }
}

/// The path to the scope of a property, an optional or a case, and the scope, while it lives.
@usableFromInline
final class ChildPath<Parent, ParentAction, State, Action>: ScopePath {
    /// What tells the path from others.
    let state: AnyKeyPath

    /// Where the state is, whichever of those that may be there it is.
    let place: AnyKeyPath
    let way: Lens<Parent, State>
    @usableFromInline let action: CasePath<ParentAction, Action>

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline weak var store: Store<State, Action>?

    /// Whether another state is there than the one that the path leads to, if it leads to only one.
    let isReplaced: ((Parent) -> Bool)?

    @usableFromInline
    init(state key: ScopeKey, way: Lens<Parent, State>, action: CasePath<ParentAction, Action>) {
        state = key.state
        place = key.state
        self.way = way
        self.action = action
        identity = .ofStates()
        isReplaced = nil
    }

    /// The path to the states at the end of another that have one identity.
    init(_ base: ChildPath, state key: ScopeKey, id: AnyHashable, _ identity: StateIdentity<State>) {
        state = key.state
        place = base.place
        way = base.way.only(id, identity)
        action = base.action
        self.identity = identity
        isReplaced = { [way = base.way] parent in
            var isReplaced = false
            _ = way.read(parent) { isReplaced = !identity.isID(id, of: $0) }
            return isReplaced
        }
    }
}
