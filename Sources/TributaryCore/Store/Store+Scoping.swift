// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The store of a child: a property of the state, and a case of the actions.
    ///
    /// A scope is a lens, never a copy. Asked for again with the same path it is the same object, as long as it
    /// lives; it keeps this store alive. Making one is constant time, however deep (law 6).
    ///
    /// - Parameters:
    ///   - state: The property; one that can only be read will do.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction> where Action: CasePathable {
        core.scope(ScopeKey(state: state, action: action)) {
            makeScope(action: CasePath(action)) { parent, body in
                body(parent[keyPath: state])
                return true
            }
        }
    }

    /// The store of a part of the state that takes the same actions.
    ///
    /// - Parameter state: The property; one that can only be read will do.
    /// - Returns: The store of that part.
    public func scope<ChildState>(state: KeyPath<State, ChildState>) -> Store<ChildState, Action> {
        core.scope(ScopeKey(state: state, action: \Action.self)) {
            makeScope(action: .identity) { parent, body in
                body(parent[keyPath: state])
                return true
            }
        }
    }

    /// The store of a child that may be absent, or `nil` when it is.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        guard withState({ $0[keyPath: state] != nil }) else { return nil }
        return core.scope(ScopeKey(state: state, action: action)) {
            makeScope(action: CasePath(action)) { parent, body in
                parent[keyPath: state].map(body) != nil
            }
        }
    }

    /// The store of a child whose state is one case of an enum, or `nil` when the enum is in another case.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        let path = StatePath<State, State>.root[keyPath: state]
        guard withState({ path.read($0) != nil }) else { return nil }
        return core.scope(ScopeKey(state: state, action: action)) {
            makeScope(action: CasePath(action)) { parent, body in path.read(parent).map(body) != nil }
        }
    }

    private func makeScope<ChildState, ChildAction>(
        action: CasePath<Action, ChildAction>,
        read: @escaping (State, (ChildState) -> Void) -> Bool
    ) -> Store<ChildState, ChildAction> {
        Store<ChildState, ChildAction>(
            scope: ScopedCore(parent: core, read: read, embed: action.embedValue),
            of: self
        )
    }
}
