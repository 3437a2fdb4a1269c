// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a scope sees its parent: the way to its part of the state, and of actions in both directions.
///
/// It keeps no store alive, so that handles, attachments, steps of an undo history and effects can keep it.
protocol ScopeLens<Parent, ParentAction, State, Action> {
    associatedtype Parent
    associatedtype ParentAction
    associatedtype State
    associatedtype Action

    /// Shows the part to a closure.
    ///
    /// Returns whether there is one.
    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool

    /// Turns an action into the parent's; returns `nil` to drop it.
    func embed(_ action: Action) -> ParentAction?

    /// Finds an action in one of the parent's.
    func extract(_ action: ParentAction) -> Action?

    /// Finds the part's observers below the parent's.
    func observers(below parent: ObserverTree) -> ObserverTree

    /// Whether the part may be absent while its parent is there.
    var mayBeAbsent: Bool { get }

    /// Where a reducer can be mounted that changes the part; `nil` if the part is only shown.
    var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? { get }

    /// Waits for the store that the part mirrors, if it mirrors one: it has a machine for itself alone, and may close it.
    var mirrored: (finish: () async -> Void, flush: () async -> Void)? { get }

    /// Whether another part took the place of the only one that this leads to.
    ///
    /// - Parameter readParent: Shows the parent.
    /// - Returns: Whether it is so.
    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool
}

extension ScopeLens {
    var mayBeAbsent: Bool { false }

    var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? { nil }

    var mirrored: (finish: () async -> Void, flush: () async -> Void)? { nil }

    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool { false }
}

/// The lens of a scope that is given by closures, such as those that choose the actions that pass.
struct ClosureLens<Parent, ParentAction, State, Action>: ScopeLens {
    let readPart: (Parent, (State) -> Void) -> Bool
    let embedAction: (Action) -> ParentAction?
    let extractAction: (ParentAction) -> Action?
    let findObservers: (ObserverTree) -> ObserverTree
    var mirrored: (finish: () async -> Void, flush: () async -> Void)?

    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { readPart(parent, body) }

    func embed(_ action: Action) -> ParentAction? { embedAction(action) }

    func extract(_ action: ParentAction) -> Action? { extractAction(action) }

    func observers(below parent: ObserverTree) -> ObserverTree { findObservers(parent) }
}

/// The path to the scope of a property, an optional or a case, and the scope, while it lives.
final class ChildPath<Parent, ParentAction, State, Action>: ScopePath, ScopeLens {
    /// The identity of the path.
    private let key: AnyKeyPath

    /// The path to whatever state is there, if this one leads to only one of those that may be.
    private let base: ChildPath?

    let lens: Lens<Parent, State>
    let embedAction: (Action) -> ParentAction
    private let extractAction: (ParentAction) -> Action?

    /// The identity of the child's state, which differs between successive children.
    let identity: StateIdentity<State>?
    weak var store: Store<State, Action>?

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

    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { lens.read(parent, body) }

    func embed(_ action: Action) -> ParentAction? { embedAction(action) }

    func extract(_ action: ParentAction) -> Action? { extractAction(action) }

    func observers(below parent: ObserverTree) -> ObserverTree {
        parent.child(at: lens, of: key)
    }

    var mayBeAbsent: Bool { !(key is KeyPath<Parent, State>) }

    var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? {
        // A mounted reducer belongs to the place, whichever of its states is there.
        if let base { return base.place }
        guard lens.isWritable else { return nil }
        let property = key as? PartialKeyPath<Parent>
        let name = property.map { "at \(propertyName($0))" } ?? "in a case of \(typeName(Parent.self))"
        return (lens, key is KeyPath<Parent, State>, "\(typeName(State.self)) \(name)")
    }

    func isReplaced(_ readParent: ((Parent) -> Void) -> Bool) -> Bool {
        guard let base else { return false }
        var isReplaced = false
        _ = readParent { parent in
            isReplaced = base.lens.read(parent) { _ in } && !lens.read(parent) { _ in }
        }
        return isReplaced
    }
}

/// The lens of the scope of one row.
struct RowLens<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action>: ScopeLens {
    let path: RowPath<Parent, ParentAction, ID, State, Action>
    let id: ID

    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { path.collection.read(parent, id, body) }

    func embed(_ action: Action) -> ParentAction? {
        path.actions.embed(id, action)
    }

    func extract(_ action: ParentAction) -> Action? {
        path.actions.extract(id, action)
    }

    func observers(below parent: ObserverTree) -> ObserverTree {
        parent.row(id, of: path.rows, visit: path.visit)
    }

    var mayBeAbsent: Bool { true }

    var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? {
        guard let lens = path.place(id) else { return nil }
        return (lens, false, "\(typeName(State.self)) at \(path.name)")
    }
}

/// The path to the scopes of the rows of a collection, and those that live.
@usableFromInline
final class RowPath<
    Parent,
    ParentAction,
    ID: Hashable & SendableMetatype,
    State,
    Action
>: RowSource<ID, State, Action> {
    /// The identity of the collection, which differs from that of the same collection joined with another.
    let rows: AnyKeyPath
    let name: String
    let actions: RowActions<ID, ParentAction, Action>
    let collection: ChildRows<Parent, ID, State>
    let presentIDs: (Parent) -> [ID]
    let visit: (PartAddress, RowTrees<ID>) -> Void

    /// Where a reducer can be mounted on a row; `nil` if the rows are only shown.
    let place: (ID) -> Lens<Parent, State>?

    @inlinable
    @MainActor
    convenience init(
        rows: KeyPath<Parent, IdentifiedArray<ID, State>>,
        actions: RowActions<ID, ParentAction, Action>
    ) {
        // A stored collection is read in place: a key path would copy the parent's state.
        let lens = Lens(rows)
        self.init(
            rows,
            name: propertyName(rows),
            actions,
            ChildRows(lens),
            RowTrees.visit(lens),
            isWritable: lens.isWritable
        ) { lens.get($0) { $0.ids } ?? [] }
    }

    /// The pages of a collection, joined with rows of another one.
    @MainActor
    convenience init<Page>(
        rows: KeyPath<Parent, IdentifiedArray<ID, Page>>,
        joining join: Join<Parent, Page, State>,
        actions: RowActions<ID, ParentAction, Action>
    ) {
        let lens = Lens(rows)
        let joined = ChildRows(lens, join)
        let key = rows.appending(path: \.[joinedAs: ObjectIdentifier(State.self)])
        self.init(
            key,
            name: propertyName(rows),
            actions,
            joined,
            RowTrees.visit(joined),
            isWritable: lens.isWritable
        ) { join.present(lens, in: $0) }
    }

    @MainActor
    @usableFromInline init(
        _ key: AnyKeyPath,
        name: String,
        _ actions: RowActions<ID, ParentAction, Action>,
        _ rows: ChildRows<Parent, ID, State>,
        _ visit: @escaping (PartAddress, RowTrees<ID>) -> Void,
        isWritable: Bool,
        ids: @escaping (Parent) -> [ID]
    ) {
        self.rows = key
        self.name = name
        self.actions = actions
        collection = rows
        presentIDs = ids
        self.visit = visit
        place = { isWritable ? rows.lens($0) : nil }
        super.init()
    }

    override func ids(in parent: AnyObject) -> [ID] {
        let part = store(parent).part
        var ids: [ID] = []
        guard part.read({ ids = presentIDs($0) }) else { part.stopMissingState() }
        return ids
    }

    override func isPresent(_ id: ID, in parent: AnyObject) -> Bool {
        store(parent).withState { collection.read($0, id) { _ in } }
    }

    override func makeStore(_ id: ID, in parent: AnyObject) -> Store<State, Action> {
        let parent = store(parent)
        let part = ScopedPart(parent: parent.part, lens: RowLens(path: self, id: id))
        return Store(scope: part, of: parent) { [send = parent.sendAction, embed = actions.embed] action in
            send(embed(id, action))
        }
    }

    /// Rows are requested only from the store for which the path was made.
    private func store(_ parent: AnyObject) -> Store<Parent, ParentAction> {
        unsafeDowncast(parent, to: Store<Parent, ParentAction>.self)
    }
}

/// How the actions of rows become those of their parent, and are found in them.
@usableFromInline struct RowActions<ID: Hashable & SendableMetatype, ParentAction, Action> {
    let embed: (ID, Action) -> ParentAction
    let extract: (ID, ParentAction) -> Action?

    /// The actions of rows are in a case of their parent's.
    @usableFromInline init(_ path: CasePath<ParentAction, IdentifiedAction<ID, Action>>) {
        embed = { path.embedValue(.element(id: $0, action: $1)) }
        extract = { id, action in
            guard case .element(id, let action)? = path.extractValue(action) else { return nil }
            return action
        }
    }

    /// The actions of pages are in a case of their parent's.
    init<Page>(_ path: CasePath<ParentAction, StackAction<Page, Action>>) where ID == StackElementID {
        embed = { path.embedValue(.element(id: $0, action: $1)) }
        extract = { id, action in
            guard case .element(id, let action)? = path.extractValue(action) else { return nil }
            return action
        }
    }

    /// Rows take the actions of their parent.
    @usableFromInline init() where Action == ParentAction {
        embed = { $1 }
        extract = { $1 }
    }
}

/// The path to rows' scopes, for code without the collection's types.
@usableFromInline class RowSource<ID: Hashable & SendableMetatype, State, Action>: ScopePath {
    let stores = KeyTable<ID, Weak<Store<State, Action>>> { $0.object == nil }

    /// The identifiers of the rows, in order, in the parent's store.
    @MainActor
    func ids(in _: AnyObject) -> [ID] { fatalError("A subclass finds the rows.") }

    /// Whether a row is there, in the parent's store.
    @MainActor
    func isPresent(_: ID, in _: AnyObject) -> Bool { fatalError("A subclass finds the rows.") }

    @MainActor
    func makeStore(_: ID, in _: AnyObject) -> Store<State, Action> {
        fatalError("A subclass makes the stores.")
    }

    /// The store of a row, the same as long as it lives.
    @MainActor
    final func store(_ id: ID, in parent: AnyObject) -> Store<State, Action> {
        if let store = stores[id]?.object { return store }
        let made = makeStore(id, in: parent)
        return stores.insert(Weak(made), for: id)?.object ?? made
    }
}

/// A way from a store to its scopes, shared by the scopes that are made on it.
@usableFromInline class ScopePath {
    /// The scope, and the type of the path: an optional property has a store of the optional, and one of its value.
    struct Key: Hashable {
        let scope: ScopeKey
        let kind: ObjectIdentifier
    }
}

/// Identifies one scope of a store.
struct ScopeKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
}

extension IdentifiedArray {
    /// The same collection: it names the elements when they are joined with others.
    subscript(joinedAs _: ObjectIdentifier) -> IdentifiedArray { self }
}
