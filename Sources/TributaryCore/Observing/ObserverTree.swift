// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The observers of one part of the state, and below it those of its scopes.
///
/// The tree has a node for each observed scope. After a turn, one walk compares the observed values. The state does not change
/// during the walk, whatever selectors and comparisons do (law 14). A collection records which of its elements changed, so of ten
/// thousand observed rows only the changed ones are visited.
///
/// Observers retain their tree until they end, and a tree retains its parent. A parent's references to its children are weak.
///
/// It knows no types, but addresses of parts: generic code would not be specialized for the program's types, and looking up
/// their metadata would cost more than the work itself.
@usableFromInline package final class ObserverTree {
    /// The parent, and its branch that leads to this tree.
    private let parent: ObserverTree?
    private let branch: ObserverBranch?

    /// The calls of observers in the whole store.
    let round: ObserverRound

    // Not checked for exclusive access: each change is an assignment, which runs no other code.
    /// The observers of this part.
    @exclusivity(unchecked) private var observers: [Observer] = []
    @exclusivity(unchecked) private var branches: [ObserverBranch] = []

    /// How many observers and branches were alive when their list was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveObserverCount = 0
    private var liveBranchCount = 0

    /// Whether the part was absent at the last check.
    @usableFromInline var isAbsent = false

    /// An object that another target of the library keeps while the part has observers.
    package var kept: AnyObject?

    /// How many scopes show the part.
    ///
    /// A scope may end on any thread.
    private let scopeCount = Atomic(0)

    /// Makes the tree of a whole state, or of a part.
    init(in parent: ObserverTree? = nil, on branch: ObserverBranch? = nil) {
        self.parent = parent
        self.branch = branch
        round = parent?.round ?? ObserverRound()
        branch?.treeBegan()
    }

    deinit {
        branch?.treeEnded()
    }

    /// Compares all observed values of a whole state, and delivers those that changed.
    ///
    /// - Parameter state: The address of the state.
    /// - Returns: How many observers were evaluated in vain, if they are so many that it is reported.
    func notify(_ state: UnsafeRawPointer) -> Int? {
        round.begin()
        check(state)
        round.deliver()
        round.end()
        return round.manyUnchanged
    }

    /// Compares the values observed here and below, and removes observers that are gone.
    ///
    /// - Parameter part: The address of a part of this tree's type.
    @usableFromInline func check(_ part: UnsafeRawPointer) {
        if !branches.isEmpty { checkBelow(part) }
        // Code that is called here may use the store, so the walk uses a copy of the list.
        let present = observers
        var haveSomeEnded = false
        var unchangedCount = 0
        for observer in present {
            if observer.isEnded {
                haveSomeEnded = true
            } else if observer.check(part) {
                round.insert(changed: observer)
            } else {
                unchangedCount &+= 1
            }
        }
        round.unchangedCount &+= unchangedCount
        if haveSomeEnded { removeEnded() }
    }

    private func checkBelow(_ part: UnsafeRawPointer) {
        var haveSomeEnded = false
        for branch in branches { if branch.isAlive { branch.check(part) } else { haveSomeEnded = true } }
        if haveSomeEnded { removeDeadBranches() }
    }

    @usableFromInline var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// The number of branches, including those that are gone but not yet removed.
    var branchCount: Int { branches.count }

    /// The number of observers in the list, including those that are gone but not yet removed.
    var observerCount: Int { observers.count }

    func insert(_ observer: Observer) {
        // A round that is running may refer to those that have ended.
        if observers.count >= 2 * max(liveObserverCount, 8), !round.isRunning { removeEnded() }
        observers.append(observer)
    }

    /// Removes the observers that have ended.
    ///
    /// In a round only its own walk does this, of the list that it has just walked.
    private func removeEnded() {
        let former = observers
        observers = former.filter { !$0.isEnded }
        liveObserverCount = observers.count
        // Code that runs when the observers are released may use the tree.
        withExtendedLifetime(former) {}
    }

    /// The tree of a scope below this one, whose part a lens shows; this tree's part is a `State`, here and below.
    ///
    /// It is not retained. While it lives, the same path gives the same tree. It is visited after each turn, because only a
    /// comparison shows whether the part changed.
    func child<State, Child>(at lens: Lens<State, Child>, of path: AnyKeyPath) -> ObserverTree {
        // Known if the child is always there and stored inline.
        let offset = lens.offset
        let branch = branch(ObserverBranch.Key(path: path, kind: ObjectIdentifier(Child.self))) {
            part,
            branch in
            guard let child = branch.child, !child.isEmpty else { return }
            if let offset { return child.check(part.advanced(by: offset)) }
            child.isAbsent = !lens.read(part.assumingMemoryBound(to: State.self).pointee) { part in
                withUnsafePointer(to: part) { child.check($0) }
            }
        }
        return child(on: branch)
    }

    /// The tree of a scope whose part a closure of the program makes from a `State`, below this one.
    ///
    /// It is not retained and not shared, because closures cannot be compared.
    func child<State, Child>(making make: @escaping (State) -> Child) -> ObserverTree {
        let branch = ObserverBranch(nil) { part, branch in
            guard let child = branch.child, !child.isEmpty else { return }
            withUnsafePointer(to: make(part.assumingMemoryBound(to: State.self).pointee)) { child.check($0) }
        }
        append(branch)
        return child(on: branch)
    }

    private func child(on branch: ObserverBranch) -> ObserverTree {
        if let child = branch.child { return child }
        let child = ObserverTree(in: self, on: branch)
        branch.child = child
        return child
    }

    /// The tree of a row, a child of this one.
    ///
    /// Only the rows are visited that changed since the version of the collection that was visited last. In a new collection, or an
    /// older copy, all rows count as changed.
    func row<State, ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        visit: RowVisit<State, ID, Element>
    ) -> ObserverTree {
        let key = ObserverBranch.Key(path: path, kind: ObjectIdentifier(RowTrees<ID, Element>.self))
        if let branch = branches.first(where: { $0.key == key }),
            let rows = branch.rows as? RowTrees<ID, Element>
        {
            return rows.tree(id) { ObserverTree(in: self, on: branch) }
        }
        // Captured below, because a cast in each turn would look up the type.
        let rows = RowTrees<ID, Element>()
        let branch = ObserverBranch(key) { [round] part, _ in
            // All rows are visited only in the turn after they were first observed, or when the collection was replaced.
            let unchangedCount = round.unchangedCount
            visit.check(part, rows)
            round.unchangedCount = unchangedCount
        }
        branch.rows = rows
        append(branch)
        return rows.tree(id) { ObserverTree(in: self, on: branch) }
    }

    /// The branch with a key; made if there is none.
    ///
    /// A dead branch is used again, so that there are never more branches than paths.
    private func branch(_ key: ObserverBranch.Key, check: @escaping ObserverBranch.Check) -> ObserverBranch {
        for branch in branches where branch.key == key { return branch }
        let branch = ObserverBranch(key, check: check)
        append(branch)
        return branch
    }

    private func append(_ branch: ObserverBranch) {
        if branches.count >= 2 * max(liveBranchCount, 8) { removeDeadBranches() }
        branches.append(branch)
    }

    private func removeDeadBranches() {
        let former = branches
        branches = former.filter(\.isAlive)
        liveBranchCount = branches.count
        // Code that runs when the branches are released may use the tree.
        withExtendedLifetime(former) {}
    }

    func scopeBegan() { scopeCount.add(1, ordering: .relaxed) }

    func scopeEnded() { scopeCount.subtract(1, ordering: .releasing) }

    /// Whether the part is gone, and with it every scope that showed it.
    var isAbandoned: Bool { scopeCount.load(ordering: .acquiring) == 0 && isGone }

    private var isGone: Bool {
        var tree: ObserverTree? = self
        while let place = tree {
            if place.isAbsent { return true }
            tree = place.parent
        }
        return false
    }
}

/// A branch of the tree of observers, which leads to the trees of one scope, or of all rows of a collection.
final class ObserverBranch {
    /// Checks the observers below, in the part of the state that the branch belongs to.
    typealias Check = (UnsafeRawPointer, ObserverBranch) -> Void

    /// Identifies the branch among those of a part: an optional property has a branch for the optional, and one for its value.
    struct Key: Equatable {
        let path: AnyKeyPath
        let kind: ObjectIdentifier
    }

    let key: Key?
    private let checkBelow: Check

    /// The tree of a scope.
    weak var child: ObserverTree?

    /// The trees of rows, with their types erased.
    var rows: AnyObject?

    /// The number of trees on the branch.
    ///
    /// A tree ends on the thread that dropped its last token.
    private let treeCount = Atomic(0)

    init(_ key: Key?, check: @escaping Check) {
        self.key = key
        checkBelow = check
    }

    func check(_ part: UnsafeRawPointer) { checkBelow(part, self) }

    /// Whether the scope has observers.
    var isAlive: Bool { treeCount.load(ordering: .acquiring) != 0 }

    func treeBegan() { treeCount.add(1, ordering: .relaxed) }

    func treeEnded() { treeCount.subtract(1, ordering: .releasing) }
}

/// A collection's work in each turn, as a function that is specialized for its types because it is made where these are known.
@usableFromInline struct RowVisit<State, ID: Hashable, Element> {
    /// Checks the rows that changed.
    @usableFromInline let check: (UnsafeRawPointer, RowTrees<ID, Element>) -> Void

    @inlinable
    init(_ lens: Lens<State, IdentifiedArray<ID, Element>>) {
        check = { state, trees in
            typealias Rows = IdentifiedArray<ID, Element>
            // In place: a copy of the collection, or of the state around it, would cost more than the rest.
            if let offset = lens.offset {
                return trees.check(state.advanced(by: offset).assumingMemoryBound(to: Rows.self))
            }
            lens.read(state.assumingMemoryBound(to: State.self).pointee) { rows in
                withUnsafePointer(to: rows) { trees.check($0) }
            }
        }
    }

    /// Pages that are joined with rows.
    ///
    /// A page is joined and checked only if it or its row changed.
    init(_ joined: ChildRows<State, ID, Element>) where ID: SendableMetatype {
        check = { state, trees in
            let state = state.assumingMemoryBound(to: State.self)
            trees.check(joined.version(state.pointee)) {
                joined.changes(state.pointee, $0)
            } read: { id, check in
                joined.read(state.pointee, id) { row in withUnsafePointer(to: row) { check($0) } }
            }
        }
    }
}

/// The trees of the observed rows.
@usableFromInline final class RowTrees<ID: Hashable, Element> {
    @usableFromInline let trees = KeyTable<ID, WeakTree> { $0.tree == nil }
    /// The version of the collection that was checked last.
    @usableFromInline @exclusivity(unchecked) var version: RowsVersion?

    /// The tree of a row; the same one as long as it lives.
    func tree(_ id: ID, make: () -> ObserverTree) -> ObserverTree {
        if let tree = trees[id]?.tree { return tree }
        let made = make()
        return trees.insert(WeakTree(tree: made), for: id)?.tree ?? made
    }

    /// Checks the rows of a collection that changed.
    @inlinable
    func check(_ rows: UnsafePointer<IdentifiedArray<ID, Element>>) {
        check(RowsVersion(own: rows.pointee.version)) {
            rows.pointee.changes(since: $0.own)
        } read: { id, check in
            guard let position = rows.pointee.positions[id] else { return false }
            rows.pointee.storage.withUnsafeBufferPointer { elements in
                if let first = elements.baseAddress { check(UnsafeRawPointer(first + position)) }
            }
            return true
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
        read: (ID, (UnsafeRawPointer) -> Void) -> Bool
    ) {
        guard now != version else { return }
        let changed = version.flatMap(changes)
        version = now
        for id in changed ?? trees.present.map(\.key)[...] {
            guard let weak = trees[id] else { continue }
            guard let tree = weak.tree else {
                _ = trees.remove(id)
                continue
            }
            tree.isAbsent = !read(id) { if !tree.isEmpty { tree.check($0) } }
        }
    }
}

/// A weak reference to the observers of a row.
@usableFromInline struct WeakTree {
    @usableFromInline weak var tree: ObserverTree?
}
