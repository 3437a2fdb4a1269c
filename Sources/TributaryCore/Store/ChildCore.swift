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

    override func readChild(_ parent: Parent, _ body: (State) -> Void) -> Bool { path.way.read(parent, body) }

    override var lens: ScopeLens<Parent, ParentAction, State, Action> {
        ScopeLens(read: path.way.read, embed: path.action.embedValue, extract: path.action.extractValue)
    }

    // Only whoever mounts something asks whether the state can be changed on the path: so paths need not keep it.
    override func lifting(
        _ reducer: ReducerMaker<State, Action>,
        at site: SourceSite
    ) -> ReducerMaker<Parent, ParentAction>? {
        let action = path.action
        if let state = path.state as? WritableKeyPath<Parent, State> {
            return ReducerMaker { Scope(state: state, actionPath: action) { reducer } }
        }
        if let state = path.state as? WritableKeyPath<Parent, State?> {
            return reducer.ifLet(state, action: ActionScope(action), at: site)
        }
        if let state = path.state as? StateCaseKeyPath<Parent, State> {
            return ReducerMaker {
                EmptyReducer().ifCaseLet(
                    state,
                    actionPath: action,
                    child: { reducer },
                    fileID: site.fileID,
                    line: site.line
                )
            }
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
    let state: AnyKeyPath
    let way: StateWay<Parent, State>
    @usableFromInline let action: CasePath<ParentAction, Action>
    @usableFromInline weak var store: Store<State, Action>?

    @usableFromInline
    init(state key: ScopeKey, way: StateWay<Parent, State>, action: CasePath<ParentAction, Action>) {
        state = key.state
        self.way = way
        self.action = action
    }
}
