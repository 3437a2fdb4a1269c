// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The stores of the rows of a collection, as a collection: `ForEach(store.scope(state: \.rows, action: \.rows))`.
///
/// It shows the rows there were when it was asked for. A row's store is made when it is reached, and is the same
/// object as long as it lives; making the collection costs the same for any number of rows.
@MainActor
public struct RowStores<ID: Hashable & SendableMetatype, State, Action>: @MainActor RandomAccessCollection {
    /// The identifiers of the rows, in order.
    public let ids: [ID]

    private let store: (ID) -> Store<State, Action>
    private let isPresent: (ID) -> Bool

    init(ids: [ID], isPresent: @escaping (ID) -> Bool, store: @escaping (ID) -> Store<State, Action>) {
        self.ids = ids
        self.isPresent = isPresent
        self.store = store
    }

    /// The position of the first row.
    public var startIndex: Int { ids.startIndex }

    /// The position after the last row.
    public var endIndex: Int { ids.endIndex }

    /// The store of the row at a position.
    public subscript(position: Int) -> Store<State, Action> { store(ids[position]) }

    /// The store of the row with an identifier, or `nil` when there is no such row now.
    public subscript(id id: ID) -> Store<State, Action>? { isPresent(id) ? store(id) : nil }
}
