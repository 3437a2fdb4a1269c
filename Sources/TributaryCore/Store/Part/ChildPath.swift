// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The path to the scope of a property, an optional or a case, and the scope, while it lives.
@usableFromInline
final class ChildPath<Parent, ParentAction, State, Action>: ScopePath, ScopeLens {
    /// What tells the path from others.
    private let key: AnyKeyPath

    /// What else is known, in the room of one reference: most paths have nothing of it.
    private let origin: Origin

    private enum Origin {
        case none

        /// The path to whatever state is there, if this one leads to only one of those that may be.
        case base(ChildPath)

        /// The way to the child without what it borrows, if it borrows from its parent.
        case borrower(BorrowerLens<Parent, State>)
    }

    @usableFromInline let lens: Lens<Parent, State>
    @usableFromInline let embedAction: (Action) -> ParentAction
    private let extractAction: (ParentAction) -> Action?

    /// Whether the child borrows from its parent, and so is gone when that is.
    @usableFromInline var isLent: Bool {
        switch origin {
        case .none: false
        case .base(let base): base.isLent
        case .borrower: true
        }
    }

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline weak var store: Store<State, Action>?

    @usableFromInline
    init(
        _ key: ScopeKey,
        lens: Lens<Parent, State>,
        lending: (lens: Lens<Parent, State>, isLent: Bool),
        action: CasePath<ParentAction, Action>
    ) {
        self.key = key.state
        self.lens = lending.lens
        origin = lending.isLent ? .borrower(BorrowerLens(lens)) : .none
        embedAction = action.embedValue
        extractAction = action.extractValue
        identity = .ofStates()
    }

    /// The path to the states at the end of another that have one identity.
    init(_ base: ChildPath, _ key: ScopeKey, id: AnyHashable, _ identity: StateIdentity<State>) {
        self.key = key.state
        origin = .base(base)
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

    @usableFromInline var mayBeAbsent: Bool { isLent || !(key is KeyPath<Parent, State>) }

    @usableFromInline var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? {
        // A mounted reducer belongs to the place, whichever of its states is there.
        if case .base(let base) = origin { return base.place }
        guard lens.isWritable else { return nil }
        let property = key as? PartialKeyPath<Parent>
        let name = property.map { "at \(propertyName($0))" } ?? "in a case of \(typeName(Parent.self))"
        // Whoever is mounted there borrows by itself.
        var way = lens
        if case .borrower(let borrower) = origin { way = borrower.lens }
        return (way, key is KeyPath<Parent, State>, "\(typeName(State.self)) \(name)")
    }

    @usableFromInline
    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool {
        guard case .base(let base) = origin else { return false }
        var isReplaced = false
        _ = readParent { parent in
            isReplaced = base.lens.read(parent) { _ in } && !lens.read(parent) { _ in }
        }
        return isReplaced
    }
}

/// A class, so that a path to a child that does not borrow is no larger.
private final class BorrowerLens<Parent, State> {
    let lens: Lens<Parent, State>

    init(_ lens: Lens<Parent, State>) { self.lens = lens }
}
