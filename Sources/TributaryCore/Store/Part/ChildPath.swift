// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The path to the scope of a property, an optional or a case, and the scope, while it lives.
@usableFromInline
final class ChildPath<Parent, ParentAction, State, Action>: ScopePath, ScopeLens {
    /// What tells the path from others.
    private let key: AnyKeyPath

    /// The path to whatever state is there, if this one leads to only one of those that may be.
    private let base: ChildPath?

    @usableFromInline let lens: Lens<Parent, State>
    @usableFromInline let embedAction: (Action) -> ParentAction
    private let extractAction: (ParentAction) -> Action?

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline weak var store: Store<State, Action>?

    @usableFromInline
    init(
        _ key: ScopeKey,
        lens: Lens<Parent, State>,
        action: CasePath<ParentAction, Action>
    ) {
        self.key = key.state
        self.lens = lens
        base = nil
        embedAction = action.embedValue
        extractAction = action.extractValue
        identity = .ofStates()
    }

    /// The path to the states at the end of another that have one identity.
    init(_ base: ChildPath, _ key: ScopeKey, id: AnyHashable, _ identity: StateIdentity<State>) {
        self.key = key.state
        self.base = base
        self.identity = identity
        lens = base.lens.only(id, identity)
        embedAction = base.embedAction
        extractAction = base.extractAction
    }

    @usableFromInline
    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { lens.read(parent, body) }

    @usableFromInline
    func embed(_ action: Action) -> ParentAction? { embedAction(action) }

    @usableFromInline
    func extract(_ action: ParentAction) -> Action? { extractAction(action) }

    @usableFromInline
    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.child(at: lens, of: key)
    }

    @usableFromInline var mayBeAbsent: Bool { !(key is KeyPath<Parent, State>) }

    @usableFromInline var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? {
        // A mounted reducer belongs to the place, whichever of its states is there.
        if let base { return base.place }
        guard lens.isWritable else { return nil }
        let property = key as? PartialKeyPath<Parent>
        let name = property.map { "at \(propertyName($0))" } ?? "in a case of \(typeName(Parent.self))"
        return (lens, key is KeyPath<Parent, State>, "\(typeName(State.self)) \(name)")
    }

    @usableFromInline
    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool {
        guard let base else { return false }
        var isReplaced = false
        _ = readParent { parent in
            isReplaced = base.lens.read(parent) { _ in } && !lens.read(parent) { _ in }
        }
        return isReplaced
    }
}
