// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The scope of a child that may be absent, `nil` while it is: of the child that is there now, where children have
    /// an identity (law 8).
    ///
    /// - Parameters:
    ///   - key: The key of the place.
    ///   - action: The path to the child's actions.
    ///   - way: The way to the place.
    ///   - isPresent: Whether there is a child.
    ///   - name: Tells the children at the place apart, by their `id`.
    /// - Returns: The scope.
    @inlinable
    func scopeOfPresent<ChildState, ChildAction>(
        key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, ChildAction>,
        at way: @autoclosure () -> Lens<State, ChildState>,
        isPresent: @escaping (State) -> Bool,
        named name: (AnyHashable) -> AnyKeyPath
    ) -> Store<ChildState, ChildAction>? {
        let path = childPath(key, action: action(), at: way())
        if let identity = path.identity { return scope(path, key, identity, name) }
        return self.isPresent(key.state, isPresent) ? scope(path) : nil
    }

    @usableFromInline
    func scope<ChildState, ChildAction>(
        _ base: ChildPath<State, Action, ChildState, ChildAction>,
        _ key: ScopeKey,
        _ identity: StateIdentity<ChildState>,
        _ name: (AnyHashable) -> AnyKeyPath
    ) -> Store<ChildState, ChildAction>? {
        let readID = { [way = base.way] (state: State) -> AnyHashable? in
            var id: AnyHashable?
            return way.read(state) { id = identity.id(of: $0) } ? id : nil
        }
        track(key.state, readID)
        guard let id = withState(readID) else { return nil }
        let kind = ChildPath<State, Action, ChildState, ChildAction>.self
        let key = ScopeKey(state: name(id), action: key.action)
        let known =
            core.path(key, making: kind)
            ?? core.insert(ChildPath(base, state: key, id: id, identity), key, making: kind)
        // The kind in the key is the type of the path.
        let path = unsafeDowncast(known, to: kind)
        if let scope = path.store { return scope }
        let core = ChildCore(parent: core, path: path)
        let scope = Store<ChildState, ChildAction>(scope: core, of: self) {
            [sendAction, embed = path.action.embedValue] action in
            core.isRefusing(action) ? StoreTask(group: nil) : sendAction(embed(action))
        }
        path.store = scope
        return scope
    }
}

extension StateCasePath {
    /// The same path: what names those of its payloads that have an `id`.
    @usableFromInline subscript(identifiedBy _: AnyHashable) -> StateCasePath { self }
}

extension Optional {
    /// The same value: what names those of its values that have an `id`.
    @usableFromInline subscript(identifiedBy _: AnyHashable) -> Wrapped? { self }
}
