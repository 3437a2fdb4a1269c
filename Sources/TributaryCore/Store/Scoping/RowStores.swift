// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The stores of the rows of a collection, as a collection: `ForEach(store.scope(state: \.rows, action: \.rows))`.
///
/// It shows the rows that existed when it was made. A row's store is made when it is accessed, and is the same object
/// as long as it lives; in code that is tracked, such as the body of a view, the collection keeps it alive. Making the
/// collection costs the same for any number of rows.
@MainActor
public struct RowStores<ID: Hashable & SendableMetatype, State, Action>: @MainActor RandomAccessCollection {
    /// The identifiers of the rows, in order.
    public let ids: [ID]

    @usableFromInline let source: RowSource<ID, State, Action>

    /// The store of the collection, kept alive.
    @usableFromInline let parent: AnyObject

    /// The stores that a view was given, kept alive; `nil` outside of views.
    @usableFromInline let held: HeldStores?

    @inlinable
    init(ids: [ID], source: RowSource<ID, State, Action>, parent: AnyObject, held: HeldStores?) {
        self.ids = ids
        self.source = source
        self.parent = parent
        self.held = held
    }

    /// The position of the first row.
    @inlinable
    public var startIndex: Int { ids.startIndex }

    /// The position after the last row.
    @inlinable
    public var endIndex: Int { ids.endIndex }

    /// The store of the row at a position.
    @inlinable
    public subscript(position: Int) -> Store<State, Action> {
        let store = source.store(ids[position], of: parent)
        held?.hold(store, at: position)
        return store
    }

    /// The store of the row with an identifier, or `nil` when there is no such row now.
    @inlinable
    public subscript(id id: ID) -> Store<State, Action>? {
        source.isPresent(parent, id) ? source.store(id, of: parent) : nil
    }

    /// The store of the row with an identifier; of a row that is gone, the store that something still shows.
    package func shownStore(_ id: ID) -> Store<State, Action>? { self[id: id] ?? source.stores[id]?.store }
}

/// The stores of rows that a view was given.
///
/// A view identifies rows by their stores. So these live as long as the view's collection: two rows never have one
/// identity, and none has that of a row that was there before.
@usableFromInline
@MainActor
final class HeldStores {
    private var stores: [Int: AnyObject] = [:]

    @usableFromInline
    func hold(_ store: AnyObject, at position: Int) { stores[position] = store }
}
