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
        rowStores(of: state, ScopeKey(state: state, action: action), action: CasePath(action))
    }

    /// The stores of the rows of a state that is the collection itself, such as that of an optional one.
    ///
    /// - Returns: The stores of the rows there are now.
    @inlinable
    public func rowStores<ID: Hashable & SendableMetatype, RowState, RowAction>() -> RowStores<
        ID, RowState, RowAction
    >
    where State == IdentifiedArray<ID, RowState>, Action == IdentifiedAction<ID, RowAction> {
        rowStores(of: \.self, ScopeKey(state: \State.self, action: \Action.self), action: .identity)
    }

    @inlinable
    func rowStores<ID: Hashable & SendableMetatype, RowState, RowAction>(
        of rows: KeyPath<State, IdentifiedArray<ID, RowState>>,
        _ key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, IdentifiedAction<ID, RowAction>>
    ) -> RowStores<ID, RowState, RowAction> {
        let held = trackArrangement(rows)
        let source = path(key) { RowPath(rows: rows, action: action()) }
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
