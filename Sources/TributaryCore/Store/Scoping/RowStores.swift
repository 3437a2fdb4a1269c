// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The stores of the rows of a collection, as a collection: `ForEach(store.scope(state: \.rows, action: \.rows))`.
///
/// It shows the rows that existed when it was made. A row's store is made when it is accessed, and is the same object
/// as long as it lives. Making the collection costs the same for any number of rows.
@MainActor
public struct RowStores<ID: Hashable & SendableMetatype, State, Action>: @MainActor RandomAccessCollection {
    /// The identifiers of the rows, in order.
    public let ids: [ID]

    @usableFromInline let source: RowSource<ID, State, Action>

    /// The store of the collection, kept alive.
    @usableFromInline let parent: AnyObject

    @inlinable
    init(ids: [ID], source: RowSource<ID, State, Action>, parent: AnyObject) {
        self.ids = ids
        self.source = source
        self.parent = parent
    }

    /// The position of the first row.
    @inlinable
    public var startIndex: Int { ids.startIndex }

    /// The position after the last row.
    @inlinable
    public var endIndex: Int { ids.endIndex }

    /// The store of the row at a position.
    @inlinable
    public subscript(position: Int) -> Store<State, Action> { source.store(ids[position], of: parent) }

    /// The store of the row with an identifier, or `nil` when there is no such row now.
    @inlinable
    public subscript(id id: ID) -> Store<State, Action>? {
        source.isPresent(parent, id) ? source.store(id, of: parent) : nil
    }
}
