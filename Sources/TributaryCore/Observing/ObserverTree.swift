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
@usableFromInline final class ObserverTree<State>: AnyObserverTree {
    /// Makes the tree of a whole state.
    init() { super.init(in: nil, on: nil) }

    override private init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        super.init(in: parent, on: branch)
    }

    /// The tree of a scope below this one.
    ///
    /// It is not retained. While it lives, the same path gives the same tree.
    func child<Child>(at lens: Lens<State, Child>, of path: AnyKeyPath) -> ObserverTree<Child> {
        let branch: ScopeBranch<State, Child> = branch(of: path) { ScopeBranch(lens: lens, of: path) }
        if let child = branch.child { return child }
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        return child
    }

    /// The tree of a row, a child of this one.
    func row<ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        visit: RowVisit<State, ID, Element>
    ) -> ObserverTree<Element> {
        let branch: RowsBranch<State, ID, Element> = branch(of: path) {
            RowsBranch(visit: visit, of: path, in: round)
        }
        return branch.tree(id) { ObserverTree<Element>(in: self, on: branch) }
    }

    /// The tree of a scope whose part a closure makes, below this one.
    ///
    /// It is not retained and not shared, because closures cannot be compared.
    ///
    /// - Parameter make: Makes the part from the state.
    /// - Returns: The tree.
    func child<Child>(making make: @escaping (State) -> Child) -> ObserverTree<Child> {
        let branch = MadeBranch(make: make)
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        append(branch)
        return child
    }
}

/// A node in the tree of observers, without the type of its part of the state.
///
/// The work after each turn is done here, with addresses of parts. Generic code would not be specialized for the program's types,
/// and looking up their metadata would cost more than the work itself.
@usableFromInline package class AnyObserverTree {
    /// The parent, and its branch that leads to this tree.
    private let parent: AnyObserverTree?
    private let branch: AnyObserverBranch?

    /// The calls of observers in the whole store.
    final let round: ObserverRound

    // Not checked for exclusive access: each change is an assignment, which runs no other code.
    /// The observers of this part; the list retains them until they end.
    @exclusivity(unchecked) private var observers: ContiguousArray<Unmanaged<Observer>> = []
    @exclusivity(unchecked) private var branches: [AnyObserverBranch] = []

    /// How many observers and branches were alive when their list was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveObserverCount = 0
    private var liveBranchCount = 0

    /// Whether the part was absent at the last check.
    @usableFromInline final var isAbsent = false

    /// An object that another target of the library keeps while the part has observers.
    package final var kept: AnyObject?

    /// How many scopes show the part.
    ///
    /// A scope may end on any thread.
    private let scopeCount = Atomic(0)

    init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        self.parent = parent
        self.branch = branch
        round = parent?.round ?? ObserverRound()
        branch?.treeBegan()
    }

    deinit {
        branch?.treeEnded()
        for observer in observers { observer.release() }
    }

    /// Compares the values observed here and below, and removes observers that are gone.
    ///
    /// - Parameter part: The address of a part of this tree's type.
    @usableFromInline final func check(_ part: UnsafeRawPointer) {
        if !branches.isEmpty { checkBelow(part) }
        // Code that is called here may use the store, so the walk uses a copy of the list.
        let present = observers
        var haveSomeEnded = false
        var unchangedCount = 0
        for observer in present {
            observer._withUnsafeGuaranteedRef {
                if $0.isEnded {
                    haveSomeEnded = true
                } else if $0.check(part) {
                    round.insert(changed: observer)
                } else {
                    unchangedCount &+= 1
                }
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

    @usableFromInline final var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// The number of branches, including those that are gone but not yet removed.
    final var branchCount: Int { branches.count }

    /// The number of observers in the list, including those that are gone but not yet removed.
    final var observerCount: Int { observers.count }

    final func insert(_ observer: Observer) {
        // A round that is running may refer to those that have ended.
        if observers.count >= 2 * max(liveObserverCount, 8), !round.isRunning { removeEnded() }
        observers.append(.passRetained(observer))
    }

    /// Removes the observers that have ended.
    ///
    /// In a round only its own walk does this, of the list that it has just walked.
    private func removeEnded() {
        var living: ContiguousArray<Unmanaged<Observer>> = []
        var ended: [Unmanaged<Observer>] = []
        for observer in observers {
            if observer._withUnsafeGuaranteedRef({ $0.isEnded }) {
                ended.append(observer)
            } else {
                living.append(observer)
            }
        }
        observers = living
        liveObserverCount = living.count
        for observer in ended { observer.release() }
    }

    /// The branch of a path that fits, if there is one.
    ///
    /// A dead branch is used again, so that there are never more branches than paths.
    final func branch<Branch: AnyObserverBranch>(of path: AnyKeyPath, make: () -> Branch) -> Branch {
        for case let branch as Branch in branches where branch.path == path { return branch }
        let branch = make()
        append(branch)
        return branch
    }

    final func append(_ branch: AnyObserverBranch) {
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

    final func scopeBegan() { scopeCount.add(1, ordering: .relaxed) }

    final func scopeEnded() { scopeCount.subtract(1, ordering: .releasing) }

    /// Whether the part is gone, and with it every scope that showed it.
    final var isAbandoned: Bool { scopeCount.load(ordering: .acquiring) == 0 && isGone }

    private var isGone: Bool {
        var tree: AnyObserverTree? = self
        while let place = tree {
            if place.isAbsent { return true }
            tree = place.parent
        }
        return false
    }
}

/// A branch of the tree of observers, without the type of its part.
class AnyObserverBranch {
    /// The path of the scope, which identifies the branch among those of a part.
    let path: AnyKeyPath

    /// The number of trees on the branch.
    ///
    /// A tree ends on the thread that dropped its last token.
    private let treeCount = Atomic(0)

    init(of path: AnyKeyPath) { self.path = path }

    /// Compares the values observed in the scope.
    ///
    /// - Parameter part: The part of the state that the branch belongs to.
    func check(_ part: UnsafeRawPointer) {}

    /// Whether the scope has observers.
    final var isAlive: Bool { treeCount.load(ordering: .acquiring) != 0 }

    final func treeBegan() { treeCount.add(1, ordering: .relaxed) }

    final func treeEnded() { treeCount.subtract(1, ordering: .releasing) }
}

/// The branch of a property, an optional or a case of a `State`.
///
/// It is visited after each turn, because only a comparison shows whether the part changed.
final class ScopeBranch<State, Child>: AnyObserverBranch {
    weak var child: ObserverTree<Child>?
    private let lens: Lens<State, Child>

    /// The offset of the child, if it is always there and stored inline.
    private let offset: Int?

    init(lens: Lens<State, Child>, of path: AnyKeyPath) {
        self.lens = lens
        offset = lens.offset
        super.init(of: path)
    }

    override func check(_ part: UnsafeRawPointer) {
        guard let child, !child.isEmpty else { return }
        if let offset { return child.check(part.advanced(by: offset)) }
        child.isAbsent = !lens.read(part.assumingMemoryBound(to: State.self).pointee) { part in
            withUnsafePointer(to: part) { child.check($0) }
        }
    }
}

/// The branch of a part that a closure of the program makes: a default, or a part that no path names.
final class MadeBranch<State, Child>: AnyObserverBranch {
    weak var child: ObserverTree<Child>?
    private let make: (State) -> Child

    /// - Parameter make: Makes the part from the state.
    init(make: @escaping (State) -> Child) {
        self.make = make
        super.init(of: \State.self)
    }

    override func check(_ part: UnsafeRawPointer) {
        guard let child, !child.isEmpty else { return }
        withUnsafePointer(to: make(part.assumingMemoryBound(to: State.self).pointee)) { child.check($0) }
    }
}

/// The branch of all rows of a collection.
///
/// It visits only the rows that changed since the version of the collection that it visited last. In a new collection, or an older
/// copy, all rows count as changed.
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

    override func check(_ part: UnsafeRawPointer) {
        // All rows are visited only in the turn after they were first observed, or when the collection was replaced.
        let unchangedCount = round.unchangedCount
        visit.check(part, trees)
        round.unchangedCount = unchangedCount
    }
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
            let now = joined.version(state.pointee)
            guard now != trees.version else { return }
            let changed = trees.version.flatMap { joined.changes(state.pointee, $0) }
            trees.version = now
            for id in changed ?? trees.trees.present.map(\.key)[...] {
                if let weak = trees.trees[id] {
                    trees.check(weak, of: id) { joined.read(state.pointee, id, $0) }
                }
            }
        }
    }
}

/// The trees of the observed rows.
@usableFromInline final class RowTrees<ID: Hashable, Element> {
    @usableFromInline let trees = KeyTable<ID, WeakTree> { $0.tree == nil }
    /// The version of the collection that was checked last.
    @usableFromInline @exclusivity(unchecked) var version: RowsVersion?

    init() {}

    func tree(_ id: ID, make: () -> ObserverTree<Element>) -> ObserverTree<Element> {
        if let tree = trees[id]?.tree { return Self.rowTree(tree) }
        let made = make()
        guard let tree = trees.insert(WeakTree(tree: made), for: id)?.tree else { return made }
        return Self.rowTree(tree)
    }

    /// Checks the rows that changed.
    @inlinable
    func check(_ rows: UnsafePointer<IdentifiedArray<ID, Element>>) {
        let now = RowsVersion(own: rows.pointee.version)
        guard now != version else { return }
        let changed = version.flatMap { rows.pointee.changes(since: $0.own) }
        version = now
        if let changed {
            for id in changed { if let weak = trees[id] { check(weak, of: id, in: rows) } }
        } else {
            for (id, weak) in trees.present { check(weak, of: id, in: rows) }
        }
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
        guard let position, !tree.isEmpty else { return }
        rows.pointee.storage.withUnsafeBufferPointer { elements in
            if let first = elements.baseAddress { tree.check(UnsafeRawPointer(first + position)) }
        }
    }

    /// Checks a row that is passed to a closure, if it exists.
    func check(_ weak: WeakTree, of id: ID, read: ((Element) -> Void) -> Bool) {
        guard let object = weak.tree else {
            _ = trees.remove(id)
            return
        }
        let tree = Self.rowTree(object)
        tree.isAbsent = !read { row in
            if !tree.isEmpty { withUnsafePointer(to: row) { tree.check(UnsafeRawPointer($0)) } }
        }
    }

    /// The table holds only trees of this type.
    @inlinable
    static func rowTree(_ tree: AnyObject) -> ObserverTree<Element> {
        unsafeDowncast(tree, to: ObserverTree<Element>.self)
    }
}

/// A weak reference to the observers of a row, which are an `ObserverTree<Element>`.
@usableFromInline struct WeakTree {
    @usableFromInline weak var tree: AnyObject?
}
