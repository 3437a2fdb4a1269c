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

    init(visit: RowVisit<State, ID, Element>, of path: AnyKeyPath) {
        self.visit = visit
        super.init(of: path)
    }

    /// The tree of a row; the same one as long as it lives.
    func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        trees.tree(id, make: make)
    }

    override func check(_ part: UnsafeRawPointer) -> Bool { visit.check(part, trees) }

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

    /// The rows borrow from the state.
    @inlinable
    init(
        _ lens: Lens<State, IdentifiedArray<ID, Element>>,
        _ loan: Loan<State, Element>,
        _ index: BorrowerIndex<ID, Element>
    ) {
        check = { state, trees in
            let state = state.assumingMemoryBound(to: State.self)
            var isMarking = false
            lens.read(at: state) { isMarking = trees.check($0, state, loan, index) }
            return isMarking && lens.isInPlace
        }
        mark = { state, trees in
            let state = state.assumingMemoryBound(to: State.self)
            lens.modify(&state.pointee) { trees.mark = $0.markObserved() }
            trees.lentMark = loan.mark(in: &state.pointee)
        }
    }
}

/// The trees of the rows in which something is observed.
@usableFromInline
final class RowTrees<ID: Hashable, Element> {
    @usableFromInline let trees = KeyTable<ID, WeakTree> { $0.tree == nil }
    @exclusivity(unchecked) @usableFromInline var mark: ChangeStamp?

    /// The mark of the collection that the rows borrow from.
    @exclusivity(unchecked) @usableFromInline var lentMark: ChangeStamp?

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

    /// Checks the rows that changed, and those that borrow what did.
    ///
    /// Returns whether there are any.
    @inlinable
    func check<Root>(
        _ rows: IdentifiedArray<ID, Element>,
        _ root: UnsafePointer<Root>,
        _ loan: Loan<Root, Element>,
        _ index: BorrowerIndex<ID, Element>
    ) -> Bool {
        var changes = IdentifiedArray<ID, Element>.Changes.everything
        var lent: [Int] = []
        if let mark, let lentMark, let known = loan.changes(in: root, since: lentMark) {
            lent = known
            changes = rows.changes(since: mark)
        }
        var changed: [ID] = []
        switch changes {
        case .none where lent.isEmpty: return false
        case .none: break
        case .elements(let ids, _): changed = ids
        case .everything:
            for (id, weak) in trees.present { check(weak, of: id, in: rows, root, loan) }
            return true
        }
        for id in index.rows(changed, andBorrowersOf: lent, among: rows, loan) {
            if let weak = trees[id] { check(weak, of: id, in: rows, root, loan) }
        }
        return true
    }

    @inlinable
    func check<Root>(
        _ weak: WeakTree,
        of id: ID,
        in rows: IdentifiedArray<ID, Element>,
        _ root: UnsafePointer<Root>,
        _ loan: Loan<Root, Element>
    ) {
        guard let object = weak.tree else {
            _ = trees.remove(id)
            return
        }
        let tree = Self.rowTree(object)
        tree.isAbsent = true
        guard let position = rows.positions[id] else { return }
        tree.isAbsent = !loan.read(root, rows.storage[position]) { row in
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
