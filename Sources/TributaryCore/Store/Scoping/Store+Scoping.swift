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
        scope(key: ScopeKey(state: state, action: action), action: CasePath(action), at: Lens(state))
    }

    /// The store of a part of the state that takes the same actions.
    ///
    /// - Parameter state: The property; one that can only be read will do.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState>(state: KeyPath<State, ChildState>) -> Store<ChildState, Action> {
        scope(key: ScopeKey(state: state, action: \Action.self), action: .identity, at: Lens(state))
    }

    /// The store of a child that may be absent, or `nil` when it is.
    ///
    /// A child with another `id` is another child, with a store of its own (law 8).
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
        scopeOfPresent(
            key: ScopeKey(state: state, action: action),
            action: CasePath(action),
            at: Lens(optional: state),
            isPresent: { $0[keyPath: state] != nil }
        ) { state.appending(path: \.[identifiedBy: $0]) }
    }

    /// The store of a child whose state is one case of an enum, or `nil` when the enum is in another case.
    ///
    /// A payload with another `id` is another child, with a store of its own (law 8).
    ///
    /// - Parameters:
    ///   - path: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState, ChildAction>(
        case path: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        let statePath = StateRoot<State>()[keyPath: path]
        return scopeOfPresent(
            key: ScopeKey(state: path, action: action),
            action: CasePath(action),
            at: statePath.lens,
            isPresent: { statePath.lens.read($0) { _ in } }
        ) { path.appending(path: \.[identifiedBy: $0]) }
    }

    /// The scope with a key, made when there is none that lives.
    @inlinable
    func scope<ChildState, ChildAction>(
        key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, ChildAction>,
        at lens: @autoclosure () -> Lens<State, ChildState>
    ) -> Store<ChildState, ChildAction> {
        scope(childPath(key, action: action(), at: lens()))
    }

    /// The path with a key, made when there is none.
    @inlinable
    func childPath<ChildState, ChildAction>(
        _ key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, ChildAction>,
        at lens: @autoclosure () -> Lens<State, ChildState>
    ) -> ChildPath<State, Action, ChildState, ChildAction> {
        path(key) { ChildPath(key, lens: lens(), action: action()) }
    }

    /// The scope on a path, made when there is none that lives.
    @inlinable
    func scope<ChildState, ChildAction>(
        _ path: ChildPath<State, Action, ChildState, ChildAction>
    ) -> Store<ChildState, ChildAction> {
        if let scope = path.store { return scope }
        let embed = path.embedAction
        // Written here, to be specialised for the types at hand: sending through a scope costs one call.
        let scope = Store<ChildState, ChildAction>(
            scope: ScopedPart(parent: part, lens: path),
            of: self,
            at: place?.place(of: path.lens)
        ) { [sendAction] in sendAction(embed($0)) }
        path.store = scope
        return scope
    }

    /// The path of a kind with a key, made when there is none (law 6).
    @inlinable
    func path<Path: ScopePath>(_ key: ScopeKey, make: () -> Path) -> Path {
        let kind = ObjectIdentifier(Path.self)
        let path = scopes?.path(key, making: kind) ?? insert(make(), key, making: kind)
        // The kind in the key is the type of the path.
        return unsafeDowncast(path, to: Path.self)
    }

    /// Remembers a path under its key, unless there is one by now.
    ///
    /// - Returns: The path that is there now.
    @usableFromInline
    func insert(_ path: ScopePath, _ key: ScopeKey, making kind: ObjectIdentifier) -> ScopePath {
        let table = scopes ?? ScopeTable()
        scopes = table
        return table.insert(path, key, making: kind)
    }

    /// Whether a child is there, tracked under its key.
    @usableFromInline
    func isPresent(_ key: AnyKeyPath, _ isPresent: @escaping (State) -> Bool) -> Bool {
        track(key, isPresent)
        return withState(isPresent)
    }
}
