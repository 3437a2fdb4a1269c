// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The stores of the rows of a collection, made lazily: `rows[0]`, `rows[id: id]`.
    ///
    /// A row's store reads and sends like any scope. Its observers are visited only when the row changed, so
    /// that one changed row among ten thousand observed ones costs what it costs among ten.
    ///
    /// - Parameters:
    ///   - state: The property that holds the rows.
    ///   - action: The case that holds the rows' actions.
    /// - Returns: The stores of the rows there are now.
    public func scope<ID: Hashable & SendableMetatype, RowState, RowAction>(
        state: KeyPath<State, IdentifiedArray<ID, RowState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>
    ) -> RowStores<ID, RowState, RowAction> where Action: CasePathable {
        rowStores(of: state, key: action, action: CasePath(action))
    }

    /// The stores of the rows, where the state is the collection itself, such as that of an optional one.
    ///
    /// - Returns: The stores of the rows there are now.
    public func rowStores<ID: Hashable & SendableMetatype, RowState, RowAction>() -> RowStores<
        ID, RowState, RowAction
    >
    where State == IdentifiedArray<ID, RowState>, Action == IdentifiedAction<ID, RowAction> {
        rowStores(of: \.self, key: \Action.self, action: .identity)
    }

    private func rowStores<ID: Hashable & SendableMetatype, RowState, RowAction>(
        of rows: KeyPath<State, IdentifiedArray<ID, RowState>>,
        key: AnyKeyPath,
        action: CasePath<Action, IdentifiedAction<ID, RowAction>>
    ) -> RowStores<ID, RowState, RowAction> {
        // Whoever tracks looks at the rows there are and at their order; the stamp stands for both.
        track(RowsKey(rows: rows)) { $0[keyPath: rows].arrangementStamp }
        return RowStores(
            ids: withState { $0[keyPath: rows].ids },
            isPresent: { id in self.withState { $0[keyPath: rows].contains(id: id) } },
            store: { id in self.row(id, of: rows, key: key, action: action) }
        )
    }

    private func row<ID: Hashable & SendableMetatype, RowState, RowAction>(
        _ id: ID,
        of rows: KeyPath<State, IdentifiedArray<ID, RowState>>,
        key: AnyKeyPath,
        action: CasePath<Action, IdentifiedAction<ID, RowAction>>
    ) -> Store<RowState, RowAction> {
        let key = ScopeKey(state: rows, action: key, element: AnyHashable(id))
        if let row: Store<RowState, RowAction> = existingScope(key) { return row }
        let embed = action.embedValue
        let core = EmbeddingCore<State, Action, RowState, RowAction>(
            parent: core,
            read: { parent, body in parent[keyPath: rows][id: id].map(body) != nil },
            embed: { embed(.element(id: id, action: $0)) },
            extract: { [extract = action.extractValue] in
                guard case .element(id, let action)? = extract($0) else { return nil }
                return action
            },
            observers: { $0.row(id, of: rows, at: StateWay(rows)) }
        )
        let row = Store<RowState, RowAction>(scope: core, of: self) { [sendAction] in
            sendAction(embed(.element(id: id, action: $0)))
        }
        return remember(row, key)
    }
}

/// What the arrangement of a collection is tracked under, besides the collection itself.
private struct RowsKey: Hashable {
    let rows: AnyKeyPath
}
