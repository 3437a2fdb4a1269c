// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
        rowStores(of: state, ScopeKey(state: state, action: action)) {
            RowPath(rows: state, actions: RowActions(CasePath(action)))
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
        rowStores(of: rows, ScopeKey(state: rows, action: \Action.self)) {
            RowPath(rows: rows, actions: RowActions())
        }
    }

    @inlinable
    func rowStores<ID: Hashable & SendableMetatype, RowState, RowAction>(
        of rows: KeyPath<State, IdentifiedArray<ID, RowState>>,
        _ key: ScopeKey,
        make: () -> RowPath<State, Action, ID, RowState, RowAction>
    ) -> RowStores<ID, RowState, RowAction> {
        let held = trackArrangement(rows)
        let source = path(key, make: make)
        return RowStores(ids: withState { source.ids($0) }, source: source, parent: self, held: held)
    }

    /// Tracking observes which rows there are and their order; the stamp stands for both.
    ///
    /// - Returns: What holds the stores that tracked code is given.
    @usableFromInline
    func trackArrangement<ID: Hashable, RowState>(
        _ rows: KeyPath<State, IdentifiedArray<ID, RowState>>
    ) -> HeldStores? {
        guard TrackingProbe.isTracking else { return nil }
        track(RowsKey(rows: rows)) { $0[keyPath: rows].arrangementStamp }
        return HeldStores()
    }
}

/// The key under which the arrangement of a collection is tracked, apart from the collection itself.
private struct RowsKey: Hashable {
    let rows: AnyKeyPath
}
