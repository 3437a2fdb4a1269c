// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The store of a child: a property of the state, and a case of the actions.
    ///
    /// A scope is a lens, never a copy. The same path returns the same object, as long as that lives; it retains this store. Making
    /// one is constant time, however deep (law 6).
    ///
    /// - Parameters:
    ///   - state: The property; one that can only be read will do.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction> where Action: CasePathable {
        scope(at: state, action) { CasePath(action) }
    }

    /// The store of a part of the state that takes the same actions.
    ///
    /// - Parameter state: The property; one that can only be read will do.
    /// - Returns: The store of that part.
    public func scope<ChildState>(state: KeyPath<State, ChildState>) -> Store<ChildState, Action> {
        scope(at: state, \Action.self) { .identity }
    }

    /// The store of a child that may be absent, or `nil` when it is.
    ///
    /// A child with another `id` is another child, with a store of its own (law 8).
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        scopeOfPresent(state, action, at: ChildPlace(optional: state))
    }

    /// The store of a child whose state is one case of an enum, or `nil` when the enum is in another case.
    ///
    /// A payload with another `id` is another child, with a store of its own (law 8).
    ///
    /// - Parameters:
    ///   - path: The case: `\.detail` if the state is the enum, `\.path.detail` if it contains the enum.
    ///   - action: The case that holds the child's actions.
    /// - Returns: The store of that part.
    public func scope<ChildState, ChildAction>(
        case path: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        scopeOfPresent(path, action, at: ChildPlace(case: path))
    }

    /// The scope of a property, made when there is none that lives.
    private func scope<ChildState, ChildAction>(
        at state: KeyPath<State, ChildState>,
        _ action: AnyKeyPath,
        _ casePath: () -> CasePath<Action, ChildAction>
    ) -> Store<ChildState, ChildAction> {
        let path = path(state, action) {
            ScopePath(ChildPlace(Lens(state), at: state, isAlwaysThere: true), casePath())
        }
        return scope(.ofAnyState, on: path)
    }

    /// The scope with an identifier on a path, made if there is none that lives (law 6).
    private func scope<ID, ChildState, ChildAction>(
        _ id: ID,
        on path: ScopePath<State, Action, ID, ChildState, ChildAction>
    ) -> Store<ChildState, ChildAction> {
        let scope = path.stores.object(of: MemberKey(of: self, id)) {
            Store<ChildState, ChildAction>(on: path, id, of: self)
        }
        // The path determines the type.
        return unsafeDowncast(scope, to: Store<ChildState, ChildAction>.self)
    }

    /// The path with these key paths, made if there is none: all stores of a state's type share it, but for one to joined rows.
    private func path<Path: AnyObject>(
        _ state: AnyKeyPath,
        _ action: AnyKeyPath,
        isJoined: Bool = false,
        make: () -> Path
    ) -> Path {
        let key = ScopePathKey(state: state, action: action, kind: ObjectIdentifier(Path.self))
        let path =
            isJoined
            ? joinedPaths.object(of: key, make: make)
            : part.machine.stateObservers.paths.value(of: key) { Reference(make()) }.value
        // The kind in the key is the type of the path.
        return unsafeDowncast(path, to: Path.self)
    }

    /// The scope of a child that may be absent, or `nil` while it is.
    ///
    /// If children have an identity, the scope belongs to the current child only (law 8).
    ///
    /// - Parameters:
    ///   - state: The path to the state.
    ///   - action: The case that holds the child's actions.
    ///   - place: The place.
    /// - Returns: The scope.
    private func scopeOfPresent<ChildState, ChildAction>(
        _ state: AnyKeyPath,
        _ action: CaseKeyPath<Action, ChildAction>,
        at place: @autoclosure () -> ChildPlace<State, OnlyChild, ChildState>
    ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
        let path = path(state, action) {
            ScopePath(place(), CasePath(action))
        }
        let identity = path.place.identity
        let findChild = { (state: State) -> OnlyChild? in
            var child: OnlyChild?
            _ = path.place.read(state, .ofAnyState) { part in
                child = identity.map { .ofState($0.id(part)) } ?? .ofAnyState
            }
            return child
        }
        // Apart from the property, which is tracked by its path alone, and has another value.
        if isReadTracked { track([state, ObjectIdentifier(OnlyChild.self)] as [AnyHashable], findChild) }
        return withState(findChild).map { scope($0, on: path) }
    }
}

extension Store {
    /// The stores of the rows of a collection, made lazily: `rows[0]`, `rows[id: id]`.
    ///
    /// A row's store reads and sends like any scope. Its observers are visited only if the row changed, so one
    /// changed row among ten thousand observed ones costs as much as among ten.
    ///
    /// - Parameters:
    ///   - state: The property that holds the rows.
    ///   - action: The case that holds the rows' actions.
    /// - Returns: The stores of the rows there are now.
    @inlinable
    public func scope<ID: Hashable & SendableMetatype, RowState, RowAction>(
        state: KeyPath<State, IdentifiedArray<ID, RowState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>
    ) -> RowStores<ID, RowState, RowAction> where Action: CasePathable {
        rowStores(of: state, for: action) {
            let lens = Lens(state)
            return ScopePath(
                ChildPlace(rows: lens, at: state),
                visit: RowTrees.visit(lens),
                CasePath(action)
            )
        }
    }

    /// The stores of the rows of a collection, which take this store's own actions: to show and observe rows that have
    /// no actions of their own.
    ///
    /// ```swift
    /// let cell = store.scope(rows: \.cells)[id: id]
    /// let token = cell?.observe(\.value) { value in … }
    /// cell?.send(.edit(id, "1"))
    /// ```
    /// Like the stores of rows with actions, they are made lazily, and an observer of a row is evaluated only if the
    /// row changed. `onAction` of a row receives all actions of this store.
    ///
    /// - Parameter rows: The property that holds the rows; `\.self` if the state is the collection.
    /// - Returns: The stores of the rows there are now.
    @inlinable
    public func scope<ID: Hashable & SendableMetatype, RowState>(
        rows: KeyPath<State, IdentifiedArray<ID, RowState>>
    ) -> RowStores<ID, RowState, Action> {
        rowStores(of: rows, for: \Action.self) {
            let lens = Lens(rows)
            return ScopePath(ChildPlace(rows: lens, at: rows), visit: RowTrees.visit(lens))
        }
    }

    /// The stores of rows on a path that is made if there is none.
    ///
    /// Tracking observes the set of rows and their order; a stamp represents both.
    ///
    /// - Parameters:
    ///   - rows: The collection.
    ///   - action: Identifies the rows' actions.
    ///   - arrangement: The stamp of the collection with which this one is joined, if it is.
    ///   - make: Makes the path.
    /// - Returns: The stores of the rows there are now.
    @usableFromInline func rowStores<ID: Hashable & SendableMetatype, Kept, RowState, RowAction>(
        of rows: KeyPath<State, IdentifiedArray<ID, Kept>>,
        for action: AnyKeyPath,
        joined arrangement: ((State) -> ChangeStamp)? = nil,
        make: () -> ScopePath<State, Action, ID, RowState, RowAction>
    ) -> RowStores<ID, RowState, RowAction> {
        let isTracking = isReadTracked
        if isTracking {
            track(rows.appending(path: \.arrangement))
            if let arrangement {
                track([rows, ObjectIdentifier(RowState.self)] as [AnyHashable], arrangement)
            }
        }
        let path = path(rows, action, isJoined: arrangement != nil, make: make)
        var ids: [ID] = []
        guard part.read({ ids = path.place.ids($0) }) else { part.stopMissingState() }
        return RowStores(
            ids: ids,
            isPresent: { id in self.withState { path.read($0, id) { _ in } } },
            living: { path.stores[MemberKey(of: self, $0)]?.object as? Store<RowState, RowAction> },
            store: { self.scope($0, on: path) },
            held: isTracking ? Reference([:]) : nil
        )
    }
}

extension Store {
    /// The stores of the rows of a collection, each joined with a row of another one, as `forEach(_:action:joining:)` runs them.
    ///
    /// A row whose other row is gone has none. Making the stores looks at each row.
    ///
    /// - Parameters:
    ///   - state: The property that holds the rows.
    ///   - action: The case that holds the rows' actions.
    ///   - join: How a row is joined with the other one: the same as that of the reducer.
    /// - Returns: The stores of the rows there are now.
    public func scope<ID: Hashable & SendableMetatype, Element, RowState, RowAction>(
        state: KeyPath<State, IdentifiedArray<ID, Element>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>,
        joining join: Join<State, Element, RowState>
    ) -> RowStores<ID, RowState, RowAction> where Action: CasePathable {
        rowStores(of: state, for: action, joined: join.arrangement) {
            let place = ChildPlace(rows: Lens(state), joining: join, at: state)
            return ScopePath(place, visit: RowTrees.visit(place), CasePath(action))
        }
    }
}

extension Store {
    /// The store of a part that no key path names, with closures for both directions.
    ///
    /// ```swift
    /// let total = store.scope { $0.items.map(\.price).reduce(0, +) } sending: { (coupon: Coupon) in .apply(coupon) }
    /// ```
    /// The part is computed for each read, and once a turn while it is observed. It is not kept, so a closure that returns the
    /// whole state copies nothing (law 9). A closure has no identity: each call makes another scope. If a key path leads to the
    /// part, `scope(state:action:)` costs less.
    ///
    /// A part may be optional, with a value to show while it is absent, and actions may be held back:
    /// ```swift
    /// let guest = store.scope(reading: { $0.guest ?? Guest() }, sending: { (name: String) in .guest(name) })
    /// let restricted = store.scope(reading: { $0 }, sending: { action in user.may(action) ? action : nil })
    /// ```
    /// The closure receives only actions sent through this scope and its scopes; use a middleware for all actions of a store.
    ///
    /// - Parameters:
    ///   - read: Makes the part from the state.
    ///   - send: Gives the action to send, or `nil` to send none.
    ///   - hear: Extracts an action of the part from one of this store's, for `onAction` and `actions`; by default none.
    /// - Returns: The store of that part.
    public func scope<PartState, PartAction>(
        reading read: @escaping (State) -> PartState,
        sending send: @escaping @MainActor (PartAction) -> Action?,
        hearing hear: @escaping (Action) -> PartAction? = { _ in nil }
    ) -> Store<PartState, PartAction> {
        let made = Lens<State, PartState>(isWritable: false) { state, body in
            body(read(state))
            return true
        } modify: { _, _ in
            false
        }
        let path = ScopePath<State, Action, OnlyChild, PartState, PartAction>(
            ChildPlace(made, isAlwaysThere: true)
        ) { _ in
            { action throws(CancellationError) in
                guard let action = send(action) else { throw CancellationError() }
                return action
            }
        } extract: {
            hear($1)
        }
        return Store<PartState, PartAction>(on: path, .ofAnyState, of: self)
    }
}

/// The stores of the rows of a collection, as a collection: `ForEach(store.scope(state: \.rows, action: \.rows))`.
///
/// It shows the rows that existed when it was made. A row's store is made when it is accessed, and is the same object
/// as long as it lives; in code that is tracked, such as the body of a view, the collection keeps it alive. Making the
/// collection costs the same for any number of rows.
@MainActor
public struct RowStores<ID: Hashable & SendableMetatype, State, Action>: @MainActor RandomAccessCollection {
    /// The identifiers of the rows, in order.
    public let ids: [ID]

    let isPresent: (ID) -> Bool

    /// The store of a row, if it lives.
    let living: (ID) -> Store<State, Action>?

    /// The store of a row, made when there is none that lives.
    let store: (ID) -> Store<State, Action>

    /// The stores that a view was given, by position; `nil` outside of views.
    ///
    /// A view identifies rows by their stores. So these live as long as the view's collection: two rows never have one
    /// identity, and none has that of a row that was there before.
    let held: Reference<[Int: AnyObject]>?

    /// The position of the first row.
    public var startIndex: Int { ids.startIndex }

    /// The position after the last row.
    public var endIndex: Int { ids.endIndex }

    /// The store of the row at a position.
    public subscript(position: Int) -> Store<State, Action> {
        let store = store(ids[position])
        held?.value[position] = store
        return store
    }

    /// The store of the row with an identifier, or `nil` when there is no such row now.
    public subscript(id id: ID) -> Store<State, Action>? {
        isPresent(id) ? store(id) : nil
    }

    /// The store of the row with an identifier; of a row that is gone, the store that something still shows.
    package func shownStore(_ id: ID) -> Store<State, Action>? { self[id: id] ?? living(id) }
}

extension RowStores {
    /// The stores of a part of each row.
    ///
    /// - Parameter state: The part.
    /// - Returns: The stores of the parts.
    package func scope<PartState>(state: KeyPath<State, PartState>) -> RowStores<ID, PartState, Action> {
        RowStores<ID, PartState, Action>(
            ids: ids,
            isPresent: isPresent,
            living: { living($0)?.scope(state: state) },
            store: { store($0).scope(state: state) },
            held: held
        )
    }
}
