// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The scope of a child that may be absent, `nil` while it is: of the child that is there now, where children have
    /// an identity (law 8).
    ///
    /// - Parameters:
    ///   - key: The key of the place.
    ///   - action: The path to the child's actions.
    ///   - lens: The way to the place.
    ///   - isPresent: Whether there is a child.
    ///   - name: Tells the children at the place apart, by their `id`.
    /// - Returns: The scope.
    @inlinable
    func scopeOfPresent<ChildState, ChildAction>(
        key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, ChildAction>,
        at lens: @autoclosure () -> Lens<State, ChildState>,
        isPresent: @escaping (State) -> Bool,
        named name: (AnyHashable) -> AnyKeyPath
    ) -> Store<ChildState, ChildAction>? {
        let path = childPath(key, action: action(), at: lens())
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
        let readID = { [lens = base.lens] (state: State) -> AnyHashable? in
            var id: AnyHashable?
            return lens.read(state) { id = identity.id(of: $0) } ? id : nil
        }
        track(key.state, readID)
        guard let id = withState(readID) else { return nil }
        let key = ScopeKey(state: name(id), action: key.action)
        let path = path(key) { ChildPath(base, key, id: id, identity) }
        if let scope = path.store { return scope }
        let part = ScopedPart(parent: part, lens: path)
        let scope = Store<ChildState, ChildAction>(scope: part, of: self) {
            [sendAction, embed = path.embedAction] action in
            part.isRefusing(action) ? StoreTask(group: nil) : sendAction(embed(action))
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
