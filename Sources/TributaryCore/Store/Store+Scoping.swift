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
    @inlinable
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction> where Action: CasePathable {
        scope(key: ScopeKey(state: state, action: action), action: CasePath(action)) { parent, body in
            body(parent[keyPath: state])
            return true
        }
    }

    /// The store of a part of the state that takes the same actions.
    ///
    /// - Parameter state: The property; one that can only be read will do.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState>(state: KeyPath<State, ChildState>) -> Store<ChildState, Action> {
        scope(key: ScopeKey(state: state, action: \Action.self), action: .identity) { parent, body in
            body(parent[keyPath: state])
            return true
        }
    }

    /// The store of a child that may be absent, or `nil` when it is.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        guard withState({ $0[keyPath: state] != nil }) else { return nil }
        return scope(key: ScopeKey(state: state, action: action), action: CasePath(action)) { parent, body in
            parent[keyPath: state].map(body) != nil
        }
    }

    /// The store of a child whose state is one case of an enum, or `nil` when the enum is in another case.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        let path = StatePath<State, State>.root[keyPath: state]
        guard withState({ path.read($0) != nil }) else { return nil }
        return scope(key: ScopeKey(state: state, action: action), action: CasePath(action)) { parent, body in
            path.read(parent).map(body) != nil
        }
    }

    /// The scope with a key, made when there is none that lives.
    @inlinable
    func scope<ChildState, ChildAction>(
        key: @autoclosure () -> ScopeKey,
        action: CasePath<Action, ChildAction>,
        read: @escaping (State, (ChildState) -> Void) -> Bool
    ) -> Store<ChildState, ChildAction> {
        let key = key()
        if let scope: Store<ChildState, ChildAction> = existingScope(key) { return scope }
        // Written here, to be specialised for the types at hand: sending through a scope costs one call.
        let embed = action.embedValue
        return makeScope(
            key,
            embed: embed,
            sendAction: { [sendAction] in sendAction(embed($0)) },
            read: read
        )
    }

    @usableFromInline
    func existingScope<Scope: AnyObject>(_ key: ScopeKey) -> Scope? { core.scope(key) }

    @usableFromInline
    func makeScope<ChildState, ChildAction>(
        _ key: ScopeKey,
        embed: @escaping (ChildAction) -> Action,
        sendAction: @escaping (ChildAction) -> StoreTask,
        read: @escaping (State, (ChildState) -> Void) -> Bool
    ) -> Store<ChildState, ChildAction> {
        let scope = Store<ChildState, ChildAction>(
            scope: ScopedCore(parent: core, read: read, embed: embed),
            of: self,
            sendAction: sendAction
        )
        core.insert(scope, key)
        return scope
    }

    @usableFromInline
    func isPresent(_ body: (State) -> Bool) -> Bool { withState(body) }
}
