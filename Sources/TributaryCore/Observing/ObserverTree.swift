// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The observers of one part of the state, and below it those of its scopes.
///
/// The tree has a node for each observed scope. After a turn, one walk compares the observed values. The state does not change
/// during the walk, whatever selectors and comparisons do (law 14). A collection records which of its elements changed, so of ten
/// thousand observed rows only the changed ones are visited.
///
/// Observers retain their node until they end, and a node retains its parent. A parent's references to the nodes below are weak.
///
/// The tree knows no types, but addresses of parts: generic code would not be specialized for the program's types, and looking up
/// their metadata would cost more than the work itself.
@usableFromInline class ObserverTree {
    /// Identifies a node below its parent: an optional property has a node for the optional, and one for its value.
    struct Key: Equatable {
        let path: AnyKeyPath
        let kind: ObjectIdentifier

        /// Distinguishes the states that follow each other at the place.
        let element: AnyHashable?
    }

    private let parent: ObserverTree?

    /// An object, because most nodes are those of rows, which have none.
    private let key: Reference<Key>?

    /// The calls of observers in the whole store.
    final let round: ObserverRound

    /// Whether the part was absent at the last check.
    @usableFromInline final var isAbsent = false

    // Not checked for exclusive access: a change of a list runs no code of the program.
    @exclusivity(unchecked) private(set) var observers = LiveList<Observer>()
    @exclusivity(unchecked) private(set) var nodes = LiveList<Weak<ObserverTree>>()

    /// The link from the parent's part to this one; `nil` for a whole state, and for rows.
    private let link: StateLink?

    /// How many scopes show the part.
    ///
    /// A scope may end on any thread.
    final let scopeCount = Atomic(0)

    /// Makes the tree of a whole state, or of a part.
    init(below parent: ObserverTree? = nil, as key: Reference<Key>? = nil, _ link: StateLink? = nil) {
        (self.parent, self.key, self.link) = (parent, key, link)
        round = parent?.round ?? ObserverRound()
    }

    /// Compares all observed values of a whole state, and delivers those that changed.
    ///
    /// - Parameter state: The address of the state.
    /// - Returns: How many observers were evaluated in vain, if they are so many that it is reported.
    final func notify(_ state: PartAddress) -> Int? {
        round.unchangedCount = 0
        check(state)
        round.deliver()
        return round.manyUnchanged
    }

    /// Compares the values observed here and below.
    ///
    /// - Parameter whole: The address of the parent's part.
    func check(in whole: PartAddress) {
        guard !isEmpty, let link else { return }
        isAbsent = !link.read(whole, key?.value.element) { check($0) }
    }

    /// Compares the values observed here and below, and removes observers that are gone.
    ///
    /// - Parameter part: The address of a part of this tree's type.
    @usableFromInline final func check(_ part: PartAddress) {
        if !nodes.elements.isEmpty { checkBelow(part) }
        // Code that is called here may use the store, so the walk uses a copy of the list.
        let present = observers.elements
        var haveSomeEnded = false
        var unchangedCount = 0
        for observer in present {
            if observer.hasEnded {
                haveSomeEnded = true
            } else if observer.call(part) {
                round.insert(changed: observer)
            } else {
                unchangedCount &+= 1
            }
        }
        round.unchangedCount &+= unchangedCount
        if haveSomeEnded { observers.removeEnded() }
    }

    private func checkBelow(_ part: PartAddress) {
        var haveSomeEnded = false
        for reference in nodes.elements {
            if let node = reference.object { node.check(in: part) } else { haveSomeEnded = true }
        }
        if haveSomeEnded { nodes.removeEnded() }
    }

    @usableFromInline final var isEmpty: Bool { observers.elements.isEmpty && nodes.elements.isEmpty }

    final func insert(_ observer: Observer) { observers.append(observer) }

    /// The tree of a scope below this one.
    ///
    /// It is not retained. While it lives, the same key gives the same tree. It is visited after each turn, because only a
    /// comparison shows whether the part changed.
    ///
    /// - Parameters:
    ///   - link: The link from this tree's part to that of the scope.
    ///   - key: The key; `nil` for a part that a closure of the program makes, because closures cannot be compared.
    /// - Returns: The tree.
    final func child(_ link: StateLink, _ key: Reference<Key>?) -> ObserverTree {
        node(key) { ObserverTree(below: self, as: $0, link) }
    }

    /// The tree of a row of a collection, below this one.
    ///
    /// Only the rows are visited that changed since the version of the collection that was visited last. In a new collection, or an
    /// older copy, all rows count as changed.
    final func row<ID: Hashable>(
        _ id: ID,
        at key: Reference<Key>,
        visit: @escaping (PartAddress, RowTrees<ID>) -> Void
    ) -> ObserverTree {
        let rows = node(key) { RowTrees<ID>(below: self, as: $0) }
        // Not `??`, which would wrap the closure again for each row.
        if rows.visit == nil { rows.visit = visit }
        return rows.tree(id)
    }

    /// The node with a key; made if there is none.
    private func node<Node: ObserverTree>(_ key: Reference<Key>?, make: (Reference<Key>?) -> Node) -> Node {
        if key != nil {
            for reference in nodes.elements {
                guard let node = reference.object as? Node, node.key == key else { continue }
                return node
            }
            // So there are never more references than paths.
            nodes.removeEnded()
        }
        let made = make(key)
        nodes.append(Weak(made))
        return made
    }

    /// Whether the part is gone, and with it every scope that showed it.
    final var isAbandoned: Bool { scopeCount.load(ordering: .acquiring) == 0 && isGone }

    /// Whether this part, or one around it, is absent.
    private var isGone: Bool { isAbsent || parent?.isGone == true }
}

/// The trees of the observed rows of a collection.
@usableFromInline final class RowTrees<ID: Hashable>: ObserverTree {
    @usableFromInline let trees = KeyTable<ID, Weak<ObserverTree>>()

    /// The version of the collection that was checked last.
    @usableFromInline @exclusivity(unchecked) var version: RowsVersion?

    /// Checks the rows that changed; set once, and made where the types of the rows are known.
    fileprivate var visit: ((PartAddress, RowTrees) -> Void)?

    override func check(in whole: PartAddress) {
        // All rows are visited only in the turn after they were first observed, or when the collection was replaced.
        let unchangedCount = round.unchangedCount
        visit?(whole, self)
        round.unchangedCount = unchangedCount
    }

    /// The tree of a row; the same one as long as it lives.
    fileprivate func tree(_ id: ID) -> ObserverTree { trees.object(of: id) { ObserverTree(below: self) } }
}

extension RowTrees {
    /// Makes the function that checks the rows of a collection; it is specialized, because it is made where the types are known.
    @inlinable
    static func visit<Root, Element>(
        _ lens: Lens<Root, IdentifiedArray<ID, Element>>
    ) -> (PartAddress, RowTrees) -> Void {
        { whole, trees in
            // In place: a copy of the collection, or of the state around it, would cost more than the rest.
            if let offset = lens.offset { return trees.check(whole.advanced(by: offset), Element.self) }
            whole.read { (root: Root) in
                _ = lens.read(root) { rows in PartAddress.of(rows) { trees.check($0, Element.self) } }
            }
        }
    }

    /// Makes the function that checks pages that are joined with rows: a page is joined only if it or its row changed.
    static func visit<Root, Joined>(
        _ joined: ChildPlace<Root, ID, Joined>
    ) -> (PartAddress, RowTrees) -> Void where ID: SendableMetatype {
        { whole, trees in
            whole.read { (root: Root) in
                trees.check(joined.version(root)) {
                    joined.changes(root, $0)
                } read: { id, check in
                    joined.read(root, id) { PartAddress.of($0, check) }
                }
            }
        }
    }

    /// Checks the elements of a collection that changed.
    @inlinable
    func check<Element>(_ address: PartAddress, _: Element.Type) {
        address.read { (rows: borrowing IdentifiedArray<ID, Element>) in
            check(RowsVersion(own: rows.log.version)) {
                rows.log.changes(since: $0.own)
            } read: { id, check in
                guard let position = rows.positions[id] else { return false }
                PartAddress.of(rows.storage[position], check)
                return true
            }
        }
    }

    /// Checks the rows that changed.
    ///
    /// - Parameters:
    ///   - now: The version of the collection.
    ///   - changes: The rows that changed since a version; `nil` for all.
    ///   - read: Shows the address of a row to a closure. Returns whether there is one.
    @inlinable
    func check(
        _ now: RowsVersion,
        changes: (RowsVersion) -> ArraySlice<ID>?,
        read: (ID, (PartAddress) -> Void) -> Bool
    ) {
        guard now != version else { return }
        let changed = version.flatMap(changes)
        version = now
        for id in changed ?? trees.all.map(\.key)[...] {
            guard let reference = trees[id] else { continue }
            guard let tree = reference.object else {
                trees.remove(id)
                continue
            }
            tree.isAbsent = !read(id) { if !tree.isEmpty { tree.check($0) } }
        }
    }
}
