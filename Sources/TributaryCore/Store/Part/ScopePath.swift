// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path from a store to its scopes at one place: where their state is in the parent's, and how actions are passed on.
///
/// It keeps no store alive, so that handles, attachments, steps of an undo history and effects can keep it. A path to rows, or to a
/// child whose states have an `id`, has a scope for each identifier, every other path has one.
@usableFromInline
final class ScopePath<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action> {
    let place: ChildPlace<Parent, ID, State>

    /// Distinguishes the states that follow each other at the place, if they have an `id`.
    var identity: StateIdentity<State>? {
        place.isAlwaysThere || place.rows != nil ? nil : place.identity
    }

    /// Checks the observers of rows; `nil` for an only child.
    private let visit: ((PartAddress, RowTrees<ID>) -> Void)?

    /// Turns an action into the parent's; `nil` drops it.
    let embed: (ID, Action) -> ParentAction?

    /// Finds an action in one of the parent's.
    let extract: (ID, ParentAction) -> Action?

    /// Makes the function by which a scope sends from that of its parent.
    ///
    /// Apart from `embed`, because a send through many scopes would make an optional action for each.
    let sending: (ID, @escaping (ParentAction) -> StoreTask) -> (Action) -> StoreTask

    /// Waits for the store that the scope mirrors, if it mirrors one: it has a machine for itself alone, and may close it.
    var mirrored: Reference<(finish: () async -> Void, flush: () async -> Void)>?

    /// The only scope, while it lives.
    private weak var store: Store<State, Action>?

    /// The scopes that live, if there may be several.
    lazy var stores = KeyTable<ID, Weak<Store<State, Action>>> { $0.object == nil }

    init(
        _ place: ChildPlace<Parent, ID, State>,
        visit: ((PartAddress, RowTrees<ID>) -> Void)? = nil,
        embed: @escaping (ID, Action) -> ParentAction?,
        extract: @escaping (ID, ParentAction) -> Action?,
        sending: @escaping (ID, @escaping (ParentAction) -> StoreTask) -> (Action) -> StoreTask
    ) {
        (self.place, self.visit) = (place, visit)
        (self.embed, self.extract, self.sending) = (embed, extract, sending)
    }

    /// The path to a place whose scopes' actions always become actions of the parent.
    @usableFromInline convenience init(
        _ place: ChildPlace<Parent, ID, State>,
        visit: ((PartAddress, RowTrees<ID>) -> Void)? = nil,
        _ actions: ScopeActions<ID, ParentAction, Action>
    ) {
        let embed = actions.embed
        self.init(place, visit: visit, embed: embed, extract: actions.extract) { id, send in
            { send(embed(id, $0)) }
        }
    }

    /// The `id` of the state that an identifier means, if another state with its own `id` may follow at the place (law 8).
    func stateID(_ id: ID) -> AnyHashable? { identity == nil ? nil : (id as? OnlyChild)?.id }

    /// Whether the identifier is that of the only scope.
    private func isOnly(_ id: ID) -> Bool { place.rows == nil && stateID(id) == nil }

    /// The scope with an identifier, while it lives.
    func store(_ id: ID) -> Store<State, Action>? { isOnly(id) ? store : stores[id]?.object }

    /// The scope with an identifier, made if there is none that lives (law 6).
    @MainActor func store(_ id: ID, of parent: Store<Parent, ParentAction>) -> Store<State, Action> {
        if let store = store(id) { return store }
        let made = Store<State, Action>(on: self, id, of: parent)
        guard isOnly(id) else { return stores.insert(Weak(made), for: id)?.object ?? made }
        store = made
        return made
    }

    /// Shows the state of a scope to a closure.
    ///
    /// Returns whether there is one.
    func read(_ parent: Parent, _ id: ID, _ body: (State) -> Void) -> Bool {
        place.read(parent, id, stateID(id), body)
    }

    /// Shows the state of a scope to a closure, given a function that shows the parent's.
    ///
    /// Returns whether there is one.
    func read(_ id: ID, in readParent: StateReader<Parent>, _ body: (State) -> Void) -> Bool {
        var isThere = false
        withoutActuallyEscaping(body) { body in _ = readParent { isThere = read($0, id, body) } }
        return isThere
    }

    /// Finds the observers of a scope below the parent's.
    func observers(_ id: ID, below parent: ObserverTree) -> ObserverTree {
        let isJoined = place.rows?.isJoined == true
        let kind = ObjectIdentifier(isJoined ? Join<Parent, State, State>.self : State.self)
        let stateID = stateID(id)
        let key = place.path.map { Reference(ObserverTree.Key(path: $0, kind: kind, element: stateID)) }
        if let visit, let key { return parent.row(id, at: key, visit: visit) }
        // Without the path, because its functions may retain a store, and the machine retains a tree that is tracked.
        return parent.child(at: place.lens?.offset, key) { [place] in place.read($0, id, stateID, $1) }
    }

    /// Where a reducer can be mounted that changes the state of a scope; `nil` if the state is only shown.
    ///
    /// A mounted reducer belongs to the place, whichever of its states is there.
    func lens(_ id: ID) -> Lens<Parent, State>? {
        let lens = place.lens ?? place.rows?.lens(id)
        return lens?.isWritable == true && mirrored == nil ? lens : nil
    }

    /// Whether another state took the place of the one that an identifier means.
    ///
    /// - Parameters:
    ///   - id: The identifier of the scope.
    ///   - readParent: Shows the parent.
    /// - Returns: Whether it is so.
    func isReplaced(_ id: ID, in readParent: StateReader<Parent>) -> Bool {
        guard stateID(id) != nil else { return false }
        var isReplaced = false
        _ = readParent { isReplaced = place.read($0, id) { _ in } && !read($0, id) { _ in } }
        return isReplaced
    }
}

extension ScopePath where ID == OnlyChild {
    /// The path to a part whose actions are in a case of its parent's.
    convenience init(
        _ place: ChildPlace<Parent, OnlyChild, State>,
        _ action: CasePath<ParentAction, Action>
    ) {
        let (embed, extract) = (action.embedValue, action.extractValue)
        self.init(place) {
            embed($1)
        } extract: {
            extract($1)
        } sending: { _, send in
            { send(embed($0)) }
        }
    }

    /// The path to a part that a closure makes.
    convenience init(
        making read: @escaping (Parent) -> State,
        _ send: @escaping (Action) -> ParentAction?,
        _ hear: @escaping (ParentAction) -> Action?
    ) {
        let made = Lens<Parent, State>(isWritable: false) { parent, body in
            body(read(parent))
            return true
        } modify: { _, _ in
            false
        }
        self.init(ChildPlace(made, isAlwaysThere: true)) {
            send($1)
        } extract: {
            hear($1)
        } sending: { _, sendToParent in
            { send($0).map(sendToParent) ?? StoreTask(group: nil) }
        }
    }
}

extension ScopePath {
    /// The path to the rows of a collection.
    @inlinable
    convenience init(
        rows: KeyPath<Parent, IdentifiedArray<ID, State>>,
        _ actions: ScopeActions<ID, ParentAction, Action>
    ) {
        // A stored collection is read in place: a key path would copy the parent's state.
        let lens = Lens(rows)
        self.init(ChildPlace(ChildRows(lens), at: rows), visit: RowTrees.visit(lens), actions)
    }

    /// The path to the rows of a collection, joined with rows of another one.
    convenience init<Row>(
        rows: KeyPath<Parent, IdentifiedArray<ID, Row>>,
        joining join: Join<Parent, Row, State>,
        _ actions: ScopeActions<ID, ParentAction, Action>
    ) {
        let joined = ChildRows(Lens(rows), join)
        self.init(ChildPlace(joined, at: rows), visit: RowTrees.visit(joined), actions)
    }
}

/// How the actions of scopes become those of their parent, and are found in them.
@usableFromInline struct ScopeActions<ID: Hashable & SendableMetatype, ParentAction, Action> {
    let embed: (ID, Action) -> ParentAction
    let extract: (ID, ParentAction) -> Action?
}

extension ScopeActions {
    /// The actions of rows are in a case of their parent's.
    @usableFromInline init(_ path: CasePath<ParentAction, IdentifiedAction<ID, Action>>) {
        embed = { path.embedValue(.element(id: $0, action: $1)) }
        extract = { id, action in
            guard case .element(id, let action)? = path.extractValue(action) else { return nil }
            return action
        }
    }

    /// Scopes take the actions of their parent.
    @usableFromInline init() where Action == ParentAction {
        embed = { $1 }
        extract = { $1 }
    }
}

/// Identifies a path of a store.
struct ScopeKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath

    /// Whether it leads to rows that are joined with others.
    var isJoined = false

    /// The type of the path: an optional property has a store of the optional, and one of its value.
    var kind = ObjectIdentifier(Never.self)
}
