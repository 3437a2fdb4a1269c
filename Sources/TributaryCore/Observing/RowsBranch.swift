// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of all rows of a collection: it visits the rows that changed, and no others.
///
/// After each turn it asks the collection what changed since the mark it left in it, and leaves a new one. A
/// collection without that mark, because it is a new one or an old copy, is one that changed everywhere.
final class RowsBranch<State, ID: Hashable, Element>: ObserverBranch<State> {
    /// The path of the collection, by which the branches of a slice are told apart.
    let path: AnyKeyPath
    private let way: StateWay<State, IdentifiedArray<ID, Element>>
    private var trees: [ID: WeakTree] = [:]
    private var mark: ChangeStamp?

    /// How many rows lived when the table was last cleaned: it is cleaned again when it has doubled.
    private var liveCount = 0

    init(way: StateWay<State, IdentifiedArray<ID, Element>>, of path: AnyKeyPath) {
        self.way = way
        self.path = path
    }

    override var isAlive: Bool { !trees.isEmpty }

    /// The tree of a row; the same as long as it lives.
    func tree(_ id: ID) -> ObserverTree<Element> {
        if let tree = trees[id]?.tree { return unsafeDowncast(tree, to: ObserverTree<Element>.self) }
        if trees.count >= 2 * max(liveCount, 8) {
            trees = trees.filter { $0.value.tree != nil }
            liveCount = trees.count
        }
        let tree = ObserverTree<Element>()
        trees[id] = WeakTree(tree: tree)
        return tree
    }

    override func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        way.visit(&state) { rows in
            var changes = IdentifiedArray<ID, Element>.Changes.everything
            if let mark { changes = rows.changes(since: mark) }
            switch changes {
            case .none: break
            case .elements(let ids, _): for id in ids { collect(id, in: rows, into: &places) }
            case .everything: for id in Array(trees.keys) { collect(id, in: rows, into: &places) }
            }
            mark = rows.markObserved()
        }
    }

    private func collect(
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
        let rowTree = unsafeDowncast(tree, to: ObserverTree<Element>.self)
        if !rowTree.isEmpty, var row = rows[id: id] { rowTree.collect(&row, into: &places) }
    }
}

/// The observers of a row that may be gone; of the type `ObserverTree<Element>`, here as in the lists of a tree.
private struct WeakTree {
    weak var tree: AnyObject?
}
