// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of all rows of a collection: it visits the rows that changed, and no others.
///
/// After each turn it asks the collection what changed since the mark it left in it, and leaves a new one. A
/// collection without that mark, because it is a new one or an old copy, is one that changed everywhere.
final class RowsBranch<State, ID: Hashable, Element>: ObserverBranch<State> {
    private let way: RowsWay<State, ID, Element>
    private var trees = RowTrees<ID, Element>()

    init(way: RowsWay<State, ID, Element>, of path: AnyKeyPath) {
        self.way = way
        super.init(of: path)
    }

    /// The tree of a row; the same as long as it lives.
    func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        trees.tree(id, make: make)
    }

    override func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        way.collect(&state, &trees, &places)
    }
}

/// How a collection of rows is reached, for whoever visits the rows that changed.
///
/// Made where the types are known: what is done here on every turn is specialised for them.
@usableFromInline
struct RowsWay<State, ID: Hashable, Element> {
    @usableFromInline typealias Collect = (
        inout State, inout RowTrees<ID, Element>, inout [ChangedPlace]
    ) -> Void

    @usableFromInline let collect: Collect

    @inlinable
    init(_ keyPath: KeyPath<State, IdentifiedArray<ID, Element>>) {
        if keyPath is WritableKeyPath<State, IdentifiedArray<ID, Element>>,
            let offset = MemoryLayout<State>.offset(of: keyPath)
        {
            // Stored inline, and so it can be marked where it lies.
            collect = { state, trees, places in
                StateScope<State, IdentifiedArray<ID, Element>>.modify(&state, at: offset) {
                    trees.collect(&$0, into: &places)
                }
            }
        } else {
            // Not written back: nothing but the mark would change, and so everything counts as changed.
            collect = { state, trees, places in
                var rows = state[keyPath: keyPath]
                trees.collect(&rows, into: &places)
            }
        }
    }
}

/// The trees of the rows in which something is observed.
@usableFromInline
struct RowTrees<ID: Hashable, Element> {
    @usableFromInline var trees: [ID: WeakTree] = [:]
    @usableFromInline var mark: ChangeStamp?

    /// How many rows lived when the table was last cleaned: it is cleaned again when it has doubled.
    private var liveCount = 0

    init() {}

    mutating func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        // Nothing else is ever put into the table.
        if let tree = trees[id]?.tree { return unsafeDowncast(tree, to: ObserverTree<Element>.self) }
        if trees.count >= 2 * max(liveCount, 8) {
            trees = trees.filter { $0.value.tree != nil }
            liveCount = trees.count
        }
        let tree = make()
        trees[id] = WeakTree(tree: tree)
        return tree
    }

    @inlinable
    mutating func collect(_ rows: inout IdentifiedArray<ID, Element>, into places: inout [ChangedPlace]) {
        var changes = IdentifiedArray<ID, Element>.Changes.everything
        if let mark { changes = rows.changes(since: mark) }
        switch changes {
        case .none: break
        case .elements(let ids, _): for id in ids { collect(id, in: rows, into: &places) }
        case .everything: for id in Array(trees.keys) { collect(id, in: rows, into: &places) }
        }
        mark = rows.markObserved()
    }

    @inlinable
    mutating func collect(
        _ id: ID,
        in rows: IdentifiedArray<ID, Element>,
        into places: inout [ChangedPlace]
    ) {
        guard let entry = trees[id] else { return }
        guard let tree = entry.tree else {
            trees[id] = nil
            return
        }
        // A copy: the marks that the row's own collections get in it are lost, and so these count as changed
        // whenever their row is visited. Reaching the row in place could copy the whole collection instead.
        // Nothing but such trees is ever put into the table.
        let rowTree = unsafeDowncast(tree, to: ObserverTree<Element>.self)
        if !rowTree.isEmpty, var row = rows[id: id] { rowTree.collect(&row, into: &places) }
    }
}

/// The observers of a row that may be gone; of the type `ObserverTree<Element>`, here as in the lists of a tree.
@usableFromInline
struct WeakTree {
    @usableFromInline weak var tree: AnyObject?

    init(tree: AnyObject) { self.tree = tree }
}
