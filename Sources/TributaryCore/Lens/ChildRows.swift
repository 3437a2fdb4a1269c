// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a collection that are children of a state: as they are, or each joined with a row of another collection.
@usableFromInline protocol ChildRows<Root, ID, Row> {
    associatedtype Root
    associatedtype ID: Hashable & SendableMetatype

    /// An element of the collection, which is the row or is joined with another to be it.
    associatedtype Kept
    associatedtype Row

    var lens: Lens<Root, IdentifiedArray<ID, Kept>> { get }

    /// Shows a row to a closure.
    ///
    /// Returns whether there is one.
    func read(_ root: Root, _ id: ID, _ body: (Row) -> Void) -> Bool

    /// Changes a row in place; if there is none, the property of the collection is not touched.
    ///
    /// Returns whether there is one.
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Row) -> Void) -> Bool

    /// The identifiers of the rows, in order.
    func ids(_ root: Root) -> [ID]

    /// Equal at two moments if no row changed, came or went in between.
    func version(of root: Root) -> RowsVersion

    /// The rows that may have changed, come or gone since a version, each once; `nil` for all.
    func changes(in root: Root, since version: RowsVersion) -> ArraySlice<ID>?

    /// Makes the check for elements that are no rows any more, and their removal; `nil` if there never are any.
    var removal: (() -> (isDue: (Root) -> Bool, remove: (inout Root) -> Void))? { get }
}

extension ChildRows {
    @usableFromInline var removal: (() -> (isDue: (Root) -> Bool, remove: (inout Root) -> Void))? { nil }
}

/// A moment in the life of a collection of rows, and of the one that they are joined with, if they are.
@usableFromInline struct RowsVersion: Equatable {
    @usableFromInline let own: ChangeStamp
    var other = ChangeStamp.empty

    @usableFromInline init(own: ChangeStamp) { self.own = own }
}

/// A collection of rows that are children, with the type of the rows erased.
@usableFromInline struct RowsLink<Parent> {
    let version: (Parent) -> RowsVersion

    /// Calls a closure with each row that may have changed, come or gone since a version.
    ///
    /// Returns whether these are known; if not, it calls it with none.
    let forEachChange: (Parent, RowsVersion, (AnyHashable) -> Void) -> Bool

    @usableFromInline init<Rows: ChildRows>(_ rows: Rows) where Rows.Root == Parent {
        version = rows.version
        forEachChange = { root, version, body in
            guard let changes = rows.changes(in: root, since: version) else { return false }
            // By position: code that is not specialized allocates for each element of a generic sequence.
            for position in changes.indices { body(AnyHashable(changes[position])) }
            return true
        }
    }
}

/// The elements of a collection as rows.
@usableFromInline struct PlainRows<Root, ID: Hashable & SendableMetatype, Row>: ChildRows {
    @usableFromInline let lens: Lens<Root, IdentifiedArray<ID, Row>>

    @usableFromInline init(_ lens: Lens<Root, IdentifiedArray<ID, Row>>) { self.lens = lens }

    @usableFromInline func read(_ root: Root, _ id: ID, _ body: (Row) -> Void) -> Bool {
        var isThere = false
        lens.read(root) { rows in
            guard let position = rows.positions[id] else { return }
            isThere = true
            body(rows.storage[position])
        }
        return isThere
    }

    @inlinable
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Row) -> Void) -> Bool {
        if !lens.isInPlace, !contains(id, in: root) { return false }
        var isThere = true
        lens.modify(&root) { isThere = $0.modify(id: id, body) != nil }
        return isThere
    }

    /// Not inlined, so that changing a row in place takes little stack.
    @inline(never)
    @usableFromInline func contains(_ id: ID, in root: Root) -> Bool {
        var isThere = true
        lens.read(root) { isThere = $0.contains(id: id) }
        return isThere
    }

    @usableFromInline func ids(_ root: Root) -> [ID] {
        var ids: [ID] = []
        lens.read(root) { ids = $0.ids }
        return ids
    }

    @usableFromInline func version(of root: Root) -> RowsVersion {
        var version = RowsVersion(own: .empty)
        lens.read(root) { version = RowsVersion(own: $0.version) }
        return version
    }

    @usableFromInline func changes(in root: Root, since version: RowsVersion) -> ArraySlice<ID>? {
        var changes: ArraySlice<ID>?
        lens.read(root) { changes = $0.changes(since: version.own) }
        return changes
    }
}

/// The pages or rows of a collection, each joined with a row of another one.
final class JoinedRows<Root, ID: Hashable & SendableMetatype, Page, Joined>: ChildRows {
    let lens: Lens<Root, IdentifiedArray<ID, Page>>
    let join: Join<Root, Page, Joined>

    /// Whether those after one that is removed go with it.
    let isStack: Bool

    init(_ lens: Lens<Root, IdentifiedArray<ID, Page>>, _ join: Join<Root, Page, Joined>, isStack: Bool) {
        self.lens = lens
        self.join = join
        self.isStack = isStack
    }

    func read(_ root: Root, _ id: ID, _ body: (Joined) -> Void) -> Bool {
        var isThere = false
        lens.read(root) { pages in
            if let page = pages[id: id] { isThere = join.read(root, page, body) }
        }
        return isThere
    }

    func modify(_ root: inout Root, _ id: ID, _ body: (inout Joined) -> Void) -> Bool {
        var (page, position) = (Page?.none, Int?.none)
        if lens.isInPlace {
            lens.modify(&root) { pages in
                position = pages.positions[id]
                if let position { page = pages.takeOut(at: position) }
            }
        } else {
            lens.read(root) { page = $0[id: id] }
        }
        guard page != nil else { return false }
        let isThere = join.modify(&root, &page) { joined in
            guard var part = joined.take() else { return }
            body(&part)
            joined = part
        }
        if position != nil {
            lens.modify(&root) { $0.putBack(page.take(), at: position, id: id) }
        } else if isThere {
            lens.modify(&root) { $0[id: id] = page.take() }
        }
        return isThere
    }

    func version(of root: Root) -> RowsVersion {
        var version = RowsVersion(own: .empty)
        lens.read(root) { version = RowsVersion(own: $0.version) }
        version.other = join.version(root)
        return version
    }

    /// The pages that changed, came or went, and those whose rows did.
    func changes(in root: Root, since version: RowsVersion) -> ArraySlice<ID>? {
        let mayHaveChanged = join.changes(root, version.other)
        var changes: ArraySlice<ID>?
        lens.read(root) { pages in
            changes = pages.changes(since: version.own)
            guard let mayHaveChanged, let own = changes else { return }
            for (id, page) in zip(pages.ids, pages.storage) where mayHaveChanged(page) && !own.contains(id) {
                changes?.append(id)
            }
        }
        return changes
    }

    /// The way to one of the pages.
    func lens(_ id: ID) -> Lens<Root, Joined> {
        Lens(
            .closures(
                Lens<Root, Joined>.Closures(
                    read: { [self] root, body in read(root, id, body) },
                    modify: { [self] root, body in modify(&root, id, body) }
                )
            )
        )
    }

    /// The identifiers of the pages, without those whose row is gone.
    func ids(_ root: Root) -> [ID] {
        var ids: [ID] = []
        lens.read(root) { pages in
            ids = zip(pages.ids, pages.storage).filter { join.isThere(root, $1) }.map(\.0)
        }
        return ids
    }

    /// Finds the pages whose row is gone.
    ///
    /// While neither pages nor rows are added, moved or removed, it compares two numbers after each action.
    var removal: (() -> (isDue: (Root) -> Bool, remove: (inout Root) -> Void))? {
        { [self] in
            var seen: RowsVersion?
            return (
                isDue: { [self] root in
                    var (now, count) = (RowsVersion(own: .empty), 0)
                    lens.read(root) { (now, count) = (RowsVersion(own: $0.arrangement), $0.count) }
                    now.other = join.arrangement(root)
                    if seen == now { return false }
                    guard ids(root).count == count else { return true }
                    seen = now
                    return false
                },
                remove: removeAbsent
            )
        }
    }

    private func removeAbsent(in root: inout Root) {
        let kept = Set(ids(root))
        lens.modify(&root) { pages in
            let gone = pages.ids.filter { !kept.contains($0) }
            if isStack, let lowest = gone.first.flatMap({ pages.index(id: $0) }) {
                pages.removeSubrange(lowest...)
            } else {
                for id in gone { pages.remove(id: id) }
            }
        }
    }
}
