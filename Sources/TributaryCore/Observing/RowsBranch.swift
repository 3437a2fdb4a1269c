// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of all rows of a collection.
///
/// It visits only the rows that changed.
///
/// After each turn it asks the collection what changed since its last mark, and leaves a new mark. A collection
/// without that mark is a new one or an old copy, and counts as changed everywhere.
final class RowsBranch<State, ID: Hashable, Element>: AnyObserverBranch {
    private let visit: RowVisit<State, ID, Element>
    private let trees = RowTrees<ID, Element>()
    private let round: ObserverRound

    init(visit: RowVisit<State, ID, Element>, of path: AnyKeyPath, in round: ObserverRound) {
        self.visit = visit
        self.round = round
        super.init(of: path)
    }

    /// The tree of a row; the same one as long as it lives.
    func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        trees.tree(id, make: make)
    }

    override func check(_ part: UnsafeRawPointer) -> Bool {
        // All rows are asked only in the turn after they were first observed, or when the collection was replaced.
        let unchangedCount = round.unchangedCount
        defer { round.unchangedCount = unchangedCount }
        return visit.check(part, trees)
    }

    override func mark(_ part: UnsafeMutableRawPointer) { visit.mark(part, trees) }
}

/// What is done with a collection on every turn, as functions made where the types are known and so specialised for them.
@usableFromInline
struct RowVisit<State, ID: Hashable, Element> {
    /// Checks the rows that changed; returns whether there are any, in a collection that can be marked.
    @usableFromInline let check: (UnsafeRawPointer, RowTrees<ID, Element>) -> Bool
    @usableFromInline let mark: (UnsafeMutableRawPointer, RowTrees<ID, Element>) -> Void

    @inlinable
    init(_ lens: Lens<State, IdentifiedArray<ID, Element>>) {
        check = { state, trees in
            typealias Rows = IdentifiedArray<ID, Element>
            // Where they lie: a copy of the collection, or of the state around it, would cost more than the rest.
            if let offset = lens.offset {
                return trees.check(state.advanced(by: offset).assumingMemoryBound(to: Rows.self))
            }
            var isMarking = false
            lens.read(state.assumingMemoryBound(to: State.self).pointee) {
                isMarking = withUnsafePointer(to: $0) { trees.check($0) }
            }
            // A computed collection is not marked, and so counts as changed everywhere.
            return isMarking && lens.isInPlace
        }
        mark = { state, trees in
            lens.modify(&state.assumingMemoryBound(to: State.self).pointee) { trees.mark = $0.markObserved() }
        }
    }

    /// Pages that are joined with rows, of which only those are joined and checked that changed, or whose row did.
    @usableFromInline
    init<Page>(_ joined: JoinedRows<State, ID, Page, Element>) {
        check = { state, trees in
            let state = state.assumingMemoryBound(to: State.self)
            let now = joined.moment(of: state.pointee)
            if let now, now == trees.moment, now.cursor != nil, now.joinedCursor != nil { return false }
            let changed = trees.moment.flatMap { joined.changes(in: state.pointee, since: $0) }.map {
                Set($0)
            }
            for (id, weak) in trees.trees.present where changed?.contains(id) ?? true {
                trees.check(weak, of: id) { joined.read(state.pointee, id, $0) }
            }
            return true
        }
        mark = { state, trees in
            let state = state.assumingMemoryBound(to: State.self)
            joined.mark(in: &state.pointee)
            trees.moment = joined.moment(of: state.pointee)
        }
    }
}

/// The trees of the rows in which something is observed.
@usableFromInline
final class RowTrees<ID: Hashable, Element> {
    @usableFromInline let trees = KeyTable<ID, WeakTree> { $0.tree == nil }
    @exclusivity(unchecked) @usableFromInline var mark: ChangeStamp?

    /// The moment when both collections were looked at last, where the rows are joined with others.
    var moment: RowsMoment?

    init() {}

    func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        if let tree = trees[id]?.tree { return Self.rowTree(tree) }
        let made = make()
        guard let tree = trees.insert(WeakTree(tree: made), for: id)?.tree else { return made }
        return Self.rowTree(tree)
    }

    /// Checks the rows that changed.
    ///
    /// Returns whether there are any.
    @inlinable
    func check(_ rows: UnsafePointer<IdentifiedArray<ID, Element>>) -> Bool {
        var changes = IdentifiedArray<ID, Element>.Changes.everything
        if let mark { changes = rows.pointee.changes(since: mark) }
        switch changes {
        case .none:
            return false
        case .elements(let ids, _):
            for id in ids { if let weak = trees[id] { check(weak, of: id, in: rows) } }
        case .everything:
            for (id, weak) in trees.present { check(weak, of: id, in: rows) }
        }
        return true
    }

    @inlinable
    func check(_ weak: WeakTree, of id: ID, in rows: UnsafePointer<IdentifiedArray<ID, Element>>) {
        guard let object = weak.tree else {
            _ = trees.remove(id)
            return
        }
        let tree = Self.rowTree(object)
        let position = rows.pointee.positions[id]
        tree.isAbsent = position == nil
        // Collections in the row are not marked, and so count as changed whenever their row is visited. Reaching the
        // row in place could copy the whole collection.
        guard let position, !tree.isEmpty else { return }
        rows.pointee.storage.withUnsafeBufferPointer { elements in
            if let first = elements.baseAddress { _ = tree.check(UnsafeRawPointer(first + position)) }
        }
    }

    /// Checks a row that is shown to a closure, where it is there.
    func check(_ weak: WeakTree, of id: ID, read: ((Element) -> Void) -> Bool) {
        guard let object = weak.tree else {
            _ = trees.remove(id)
            return
        }
        let tree = Self.rowTree(object)
        tree.isAbsent = !read { row in
            if !tree.isEmpty { withUnsafePointer(to: row) { _ = tree.check(UnsafeRawPointer($0)) } }
        }
    }

    /// The table holds only trees of this type.
    @inlinable
    static func rowTree(_ tree: AnyObject) -> ObserverTree<Element> {
        unsafeDowncast(tree, to: ObserverTree<Element>.self)
    }
}

/// A weak reference to the observers of a row, which are an `ObserverTree<Element>`.
@usableFromInline
struct WeakTree {
    @usableFromInline weak var tree: AnyObject?

    init(tree: AnyObject) { self.tree = tree }
}
