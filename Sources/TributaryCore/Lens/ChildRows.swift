// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a collection that are children of a state: as they are, or each joined with a row of another collection.
///
/// Its functions are specialized for the rows' types if it is made where these are known.
@usableFromInline final class ChildRows<Root, ID: Hashable & SendableMetatype, Row> {
    /// Shows a row to a closure.
    ///
    /// Returns whether there is one.
    @usableFromInline let read: (Root, ID, (Row) -> Void) -> Bool

    /// Changes a row in place; if there is none, the property of the collection is not touched.
    ///
    /// Returns whether there is one.
    @usableFromInline let modify: (inout Root, ID, (inout Row) -> Void) -> Bool

    /// The identifiers of the rows, in order.
    @usableFromInline let ids: (Root) -> [ID]

    /// Whether the rows can be changed.
    @usableFromInline let isWritable: Bool

    /// Whether each is joined with a row of another collection: it is another state then, even of the same type.
    @usableFromInline let isJoined: Bool

    /// The identifiers of the elements of the collection with their positions.
    @usableFromInline let positions: (Root) -> [ID: Int]

    /// Equal at two moments if no row changed, came or went in between.
    @usableFromInline let version: (Root) -> RowsVersion

    /// The rows that may have changed, come or gone since a version, each once; `nil` for all.
    @usableFromInline let changes: (Root, RowsVersion) -> ArraySlice<ID>?

    /// The elements of a collection.
    @inlinable
    init(_ lens: Lens<Root, IdentifiedArray<ID, Row>>) {
        (isWritable, isJoined) = (lens.isWritable, false)
        read = { root, id, body in
            lens.contains(in: root) { rows in
                guard let position = rows.positions[id] else { return false }
                body(rows.storage[position])
                return true
            }
        }
        modify = { root, id, body in
            lens.modify(&root, if: { $0.contains(id: id) }) { $0.modify(id: id, body) != nil }
        }
        ids = { lens.get($0) { $0.ids } ?? [] }
        positions = { lens.get($0) { $0.positions } ?? [:] }
        version = { RowsVersion(own: lens.get($0) { $0.log.version } ?? .empty) }
        changes = { root, version in lens.get(root) { $0.log.changes(since: version.own) } ?? nil }
    }

    /// The elements of a collection, each joined with a row of another one.
    init<Page>(_ lens: Lens<Root, IdentifiedArray<ID, Page>>, _ join: Join<Root, Page, Row>) {
        read = { root, id, body in
            lens.contains(in: root) { $0[id: id].map { join.read(root, $0, body) } ?? false }
        }
        modify = { root, id, body in
            lens.modifyApart(id, in: &root) { root, page in
                join.modify(&root, &page) { joined in
                    guard var part = joined.take() else { return }
                    body(&part)
                    joined = part
                }
            }
        }
        (isWritable, isJoined) = (lens.isWritable, true)
        ids = { join.present(lens, in: $0) }
        positions = { lens.get($0) { $0.positions } ?? [:] }
        version = { RowsVersion(own: lens.get($0) { $0.log.version } ?? .empty, other: join.version($0)) }
        changes = { root, version in
            let mayHaveChanged = join.changes(root, version.other)
            return lens.get(root) { pages in
                let changes = pages.log.changes(since: version.own)
                guard var changes, let mayHaveChanged else { return changes }
                for (id, page) in zip(pages.ids, pages.storage)
                where mayHaveChanged(page) && !changes.contains(id) { changes.append(id) }
                return changes
            } ?? nil
        }
    }
}

extension ChildRows {
    /// One of the rows.
    func lens(_ id: ID) -> Lens<Root, Row> {
        Lens(isWritable: isWritable) { [read] in
            read($0, id, $1)
        } modify: { [modify] in
            modify(&$0, id, $1)
        }
    }
}

/// A moment in the life of a collection of rows, and of the one that they are joined with, if they are.
@usableFromInline struct RowsVersion: Equatable {
    @usableFromInline let own: ChangeStamp
    let other: ChangeStamp

    @usableFromInline init(own: ChangeStamp, other: ChangeStamp = .empty) {
        self.own = own
        self.other = other
    }
}

/// A collection of rows that are children, with the type of the rows erased.
struct RowsLink<Parent> {
    let version: (Parent) -> RowsVersion

    /// Calls a closure with each row that may have changed, come or gone since a version.
    ///
    /// Returns whether these are known; if not, it calls it with none.
    let forEachChange: (Parent, RowsVersion, (AnyHashable) -> Void) -> Bool

    init<ID, Row>(_ rows: ChildRows<Parent, ID, Row>) {
        version = rows.version
        forEachChange = { root, version, body in
            guard let changes = rows.changes(root, version) else { return false }
            // By position: code that is not specialized allocates for each element of a generic sequence.
            for position in changes.indices { body(AnyHashable(changes[position])) }
            return true
        }
    }
}

extension Join {
    /// The identifiers of the elements of a collection whose rows are there, in order.
    func present<ID>(_ elements: Lens<Root, IdentifiedArray<ID, Page>>, in root: Root) -> [ID] {
        elements.get(root) { pages in
            zip(pages.ids, pages.storage).filter { isThere(root, $1) }.map(\.0)
        } ?? []
    }
}
