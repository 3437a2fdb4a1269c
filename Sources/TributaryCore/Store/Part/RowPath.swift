// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The lens of the scope of one row.
@usableFromInline
struct RowLens<Parent, ParentAction, ID: Hashable & SendableMetatype, State, Action>: ScopeLens {
    private let path: RowPath<Parent, ParentAction, ID, State, Action>
    private let id: ID

    @usableFromInline
    init(path: RowPath<Parent, ParentAction, ID, State, Action>, id: ID) {
        self.path = path
        self.id = id
    }

    @usableFromInline
    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool { path.read(parent, id, body) }

    @usableFromInline
    func embed(_ action: Action) -> ParentAction? {
        path.action.embedValue(.element(id: id, action: action))
    }

    @usableFromInline
    func extract(_ action: ParentAction) -> Action? {
        guard case .element(id, let action)? = path.action.extractValue(action) else { return nil }
        return action
    }

    @usableFromInline
    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.row(id, of: path.rows, visit: path.visit)
    }

    @usableFromInline var mayBeAbsent: Bool { true }

    @usableFromInline var place: (lens: Lens<Parent, State>, isAlwaysThere: Bool, name: String)? {
        guard let rows = path.rows as? WritableKeyPath<Parent, IdentifiedArray<ID, State>> else { return nil }
        let lens = Lens<Parent, State>(optional: rows.appending(path: \.[id: id]))
        return (lens, false, "\(typeName(State.self)) at \(propertyName(rows))")
    }
}

/// The path to the scopes of the rows of a collection, and those that live.
///
/// What is done here is specialised for the types of the rows, where they are known.
@usableFromInline
final class RowPath<
    Parent,
    ParentAction,
    ID: Hashable & SendableMetatype,
    State,
    Action
>: RowSource<ID, State, Action> {
    @usableFromInline let rows: KeyPath<Parent, IdentifiedArray<ID, State>>
    @usableFromInline let action: CasePath<ParentAction, IdentifiedAction<ID, Action>>
    @usableFromInline let read: (Parent, ID, (State) -> Void) -> Bool
    @usableFromInline let ids: (Parent) -> [ID]
    @usableFromInline let visit: RowVisit<Parent, ID, State>

    @MainActor
    @inlinable
    init(
        rows: KeyPath<Parent, IdentifiedArray<ID, State>>,
        action: CasePath<ParentAction, IdentifiedAction<ID, Action>>
    ) {
        self.rows = rows
        self.action = action
        // A stored collection is read where it lies: a key path would copy the parent's state.
        let lens = Lens(rows)
        let borrowers = BorrowingRows<Parent, ID, State>.ofStates(lens, isStack: false)
        // No `??` between closures: through a generic function they would lose their own types, and be slower to call.
        if let borrowers {
            visit = borrowers.visit
            read = { parent, id, body in borrowers.read(parent, id, body) }
            ids = { parent in borrowers.ids(parent) }
        } else {
            visit = RowVisit(lens)
            read = { parent, id, body in lens.readRow(id, of: parent, body) }
            ids = { parent in
                var ids: [ID] = []
                lens.read(parent) { ids = $0.ids }
                return ids
            }
        }
        super.init(
            isPresent: { store, id in
                // Rows are asked of the store that the path was made for, and of no other.
                unsafeDowncast(store, to: Store<Parent, ParentAction>.self).withState { parent in
                    if let borrowers { return borrowers.read(parent, id) { _ in } }
                    return parent[keyPath: rows].contains(id: id)
                }
            },
            make: { source, store, id in
                // The source is this path: it is given, not captured, because it holds the closure.
                let path = unsafeDowncast(source, to: RowPath.self)
                let parent = unsafeDowncast(store, to: Store<Parent, ParentAction>.self)
                let part = ScopedPart(parent: parent.part, lens: RowLens(path: path, id: id))
                let send = parent.sendAction
                return Store(scope: part, of: parent) {
                    send(path.action.embedValue(.element(id: id, action: $0)))
                }
            }
        )
    }
}

/// The path to rows' scopes, for those who do not know where the rows are.
@usableFromInline
class RowSource<ID: Hashable & SendableMetatype, State, Action>: ScopePath {
    @usableFromInline typealias Make = @MainActor (RowSource, AnyObject, ID) -> Store<State, Action>
    @usableFromInline typealias IsPresent = @MainActor (AnyObject, ID) -> Bool

    @usableFromInline let isPresent: IsPresent
    @usableFromInline let make: Make
    @usableFromInline let stores = KeyTable<ID, WeakStore> { $0.store == nil }

    @usableFromInline
    struct WeakStore {
        @usableFromInline weak var store: Store<State, Action>?

        @inlinable
        init(store: Store<State, Action>) { self.store = store }
    }

    @inlinable
    init(isPresent: @escaping IsPresent, make: @escaping Make) {
        self.isPresent = isPresent
        self.make = make
        super.init()
    }

    /// The store of a row, the same as long as it lives.
    @inlinable
    @MainActor
    final func store(_ id: ID, of parent: AnyObject) -> Store<State, Action> {
        if let store = stores[id]?.store { return store }
        let made = make(self, parent, id)
        return stores.insert(WeakStore(store: made), for: id)?.store ?? made
    }
}
