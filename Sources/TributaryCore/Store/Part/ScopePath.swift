// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path from a store to its scopes at one place: where their state is in the parent's, and how actions are passed on.
///
/// It keeps no store alive, so that handles, attachments, steps of an undo history and effects can keep it. A path to rows has a scope
/// for each identifier, every other path has one.
@usableFromInline
final class ScopePath<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action> {
    /// Where the state of a scope is.
    enum Place {
        /// In a property, an optional, or a case.
        case part(Lens<Parent, State>)
        /// In a row.
        indirect case rows(
            ChildRows<Parent, ID, State>,
            (PartAddress, RowTrees<ID>) -> Void,
            ids: (Parent) -> [ID],
            isWritable: Bool
        )
        /// Nowhere: a closure makes it for each read.
        case made((Parent) -> State)
    }

    let place: Place

    /// Identifies the place: the property, the case, or the collection.
    let key: AnyKeyPath

    /// The collection of rows that are joined with others, whose key is not its own.
    private var collection: AnyKeyPath?

    /// Whether the state is there whenever the parent is.
    let isAlwaysThere: Bool

    /// The path to any state at the place, if this one leads to the states with one `id` alone.
    let base: ScopePath?

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
    weak var store: Store<State, Action>?

    /// The scopes of rows that live.
    lazy var stores = KeyTable<ID, Weak<Store<State, Action>>> { $0.object == nil }

    /// Distinguishes successive states at the place.
    private(set) lazy var identity = StateIdentity<State>.ofStates().map { Reference($0) }

    init(
        _ place: Place,
        key: AnyKeyPath,
        isAlwaysThere: Bool,
        of base: ScopePath? = nil,
        embed: @escaping (ID, Action) -> ParentAction?,
        extract: @escaping (ID, ParentAction) -> Action?,
        sending: @escaping (ID, @escaping (ParentAction) -> StoreTask) -> (Action) -> StoreTask
    ) {
        (self.place, self.key, self.isAlwaysThere, self.base) = (place, key, isAlwaysThere, base)
        (self.embed, self.extract, self.sending) = (embed, extract, sending)
    }

    /// The path to a place whose scopes' actions always become actions of the parent.
    convenience init(
        _ place: Place,
        key: AnyKeyPath,
        isAlwaysThere: Bool,
        embed: @escaping (ID, Action) -> ParentAction,
        extract: @escaping (ID, ParentAction) -> Action?
    ) {
        self.init(place, key: key, isAlwaysThere: isAlwaysThere, embed: embed, extract: extract) { id, send in
            { send(embed(id, $0)) }
        }
    }

    /// Shows the state of a scope to a closure.
    ///
    /// Returns whether there is one.
    func read(_ parent: Parent, _ id: ID, _ body: (State) -> Void) -> Bool {
        switch place {
        case .part(let lens): return lens.read(parent, body)
        case .rows(let rows, _, _, _): return rows.read(parent, id, body)
        case .made(let make):
            body(make(parent))
            return true
        }
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
        switch place {
        case .part(let lens): parent.child(at: lens, of: key)
        case .rows(_, let visit, _, _): parent.row(id, of: key, visit: visit)
        case .made(let make): parent.child(making: make)
        }
    }

    /// Where a reducer can be mounted that changes the state of a scope; `nil` if the state is only shown.
    func lens(_ id: ID) -> Lens<Parent, State>? {
        // A mounted reducer belongs to the place, whichever of its states is there.
        if let base { return base.lens(id) }
        switch place {
        case .part(let lens): return lens.isWritable && mirrored == nil ? lens : nil
        case .rows(let rows, _, _, let isWritable): return isWritable ? rows.lens(id) : nil
        case .made: return nil
        }
    }

    /// The name of the place in diagnostics.
    var name: String {
        let property = (base?.key ?? collection ?? key) as? PartialKeyPath<Parent>
        let place = property.map { "at \(propertyName($0))" } ?? "in a case of \(typeName(Parent.self))"
        return "\(typeName(State.self)) \(place)"
    }

    /// Whether another state took the place of the only one that this leads to.
    ///
    /// - Parameters:
    ///   - id: The identifier of the scope.
    ///   - readParent: Shows the parent.
    /// - Returns: Whether it is so.
    func isReplaced(_ id: ID, in readParent: StateReader<Parent>) -> Bool {
        guard let base else { return false }
        return base.read(id, in: readParent) { _ in } && !read(id, in: readParent) { _ in }
    }
}

extension ScopePath where ID == OnlyChild {
    /// The path to a property, an optional or a case.
    convenience init(
        _ key: AnyKeyPath,
        _ lens: Lens<Parent, State>,
        _ action: CasePath<ParentAction, Action>,
        isAlwaysThere: Bool
    ) {
        let (embed, extract) = (action.embedValue, action.extractValue)
        self.init(.part(lens), key: key, isAlwaysThere: isAlwaysThere) {
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
        self.init(.made(read), key: \Parent.self, isAlwaysThere: true) {
            send($1)
        } extract: {
            hear($1)
        } sending: { _, sendToParent in
            { send($0).map(sendToParent) ?? StoreTask(group: nil) }
        }
    }

    /// The path to the states at the end of another that have one identity.
    convenience init(_ base: ScopePath, _ lens: Lens<Parent, State>, _ key: AnyKeyPath) {
        self.init(
            .part(lens),
            key: key,
            isAlwaysThere: false,
            of: base,
            embed: base.embed,
            extract: base.extract,
            sending: base.sending
        )
    }
}

extension ScopePath {
    /// The identifiers of the rows, in order.
    func ids(_ parent: Parent) -> [ID] {
        if case .rows(_, _, let ids, _) = place { ids(parent) } else { [] }
    }

    /// The path to the rows of a collection.
    @inlinable
    convenience init(
        rows: KeyPath<Parent, IdentifiedArray<ID, State>>,
        _ actions: RowActions<ID, ParentAction, Action>
    ) {
        // A stored collection is read in place: a key path would copy the parent's state.
        let lens = Lens(rows)
        self.init(rows, ChildRows(lens), RowTrees.visit(lens), actions, isWritable: lens.isWritable) {
            lens.get($0) { $0.ids } ?? []
        }
    }

    /// The path to the rows of a collection, joined with rows of another one.
    convenience init<Row>(
        rows: KeyPath<Parent, IdentifiedArray<ID, Row>>,
        joining join: Join<Parent, Row, State>,
        _ actions: RowActions<ID, ParentAction, Action>
    ) {
        let lens = Lens(rows)
        let joined = ChildRows(lens, join)
        let key = rows.appending(path: \.[joinedAs: ObjectIdentifier(State.self)])
        self.init(key, joined, RowTrees.visit(joined), actions, isWritable: lens.isWritable) {
            join.present(lens, in: $0)
        }
        collection = rows
    }

    @usableFromInline convenience init(
        _ key: AnyKeyPath,
        _ rows: ChildRows<Parent, ID, State>,
        _ visit: @escaping (PartAddress, RowTrees<ID>) -> Void,
        _ actions: RowActions<ID, ParentAction, Action>,
        isWritable: Bool,
        ids: @escaping (Parent) -> [ID]
    ) {
        let place = Place.rows(rows, visit, ids: ids, isWritable: isWritable)
        self.init(place, key: key, isAlwaysThere: false, embed: actions.embed, extract: actions.extract)
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

/// Identifies a path of a store.
struct ScopeKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath

    /// The type of the path: an optional property has a store of the optional, and one of its value.
    var kind = ObjectIdentifier(Never.self)
}

extension IdentifiedArray {
    /// The same collection: it names the elements when they are joined with others.
    subscript(joinedAs _: ObjectIdentifier) -> IdentifiedArray { self }
}
