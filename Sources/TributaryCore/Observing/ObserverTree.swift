// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The observers of one part of the state, and below it those of its scopes.
///
/// The tree has a place for every scope in which something is observed. After a turn one walk compares what is
/// observed. The state does not change during the walk, and what selectors and comparisons do has no influence on it
/// (law 14). A collection knows which of its elements changed, so of ten thousand observed rows only the changed ones
/// are visited. A second walk marks the collections that changed, and visits nothing else.
///
/// Observers retain their tree, and a tree retains its parent. References from above to below are weak.
@usableFromInline
package final class ObserverTree<State>: AnyObserverTree {
    // Lists whose type is not generic: this code is not specialised, and looking up the metadata of a generic list
    // would cost more than the work done with it. They hold only observers and branches of `State`.
    private var observers = WeakList()
    private var branches: [AnyObserverBranch] = []

    /// How many branches were alive when the list was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveBranchCount = 0

    /// Makes the tree of a whole state.
    init() { super.init(in: nil, on: nil) }

    override private init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        super.init(in: parent, on: branch)
    }

    @usableFromInline var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// How many scopes have a place here, counting those that are gone but not yet forgotten.
    var branchCount: Int { branches.count }

    /// How many observers are in the list, counting those that are gone but not yet forgotten.
    var observerCount: Int { observers.count }

    func insert(_ observer: Observer<State>) { observers.append(observer) }

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

    /// The tree of a row, below this one and beside the other rows of its collection.
    func row<ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        visit: RowVisit<State, ID, Element>
    ) -> ObserverTree<Element> {
        let branch: RowsBranch<State, ID, Element> = branch(of: path) {
            RowsBranch(visit: visit, of: path)
        }
        return branch.tree(id) { ObserverTree<Element>(in: self, on: branch) }
    }

    /// The branch of a path.
    ///
    /// A dead branch is used again, so that there are never more branches than paths.
    private func branch<Branch: ObserverBranch<State>>(of path: AnyKeyPath, make: () -> Branch) -> Branch {
        for case let branch as Branch in branches where branch.path == path { return branch }
        let branch = make()
        append(branch)
        return branch
    }

    /// The tree of a scope whose part a closure makes, below this one.
    ///
    /// It is not retained and not shared, because closures cannot be compared.
    ///
    /// - Parameters:
    ///   - lens: The way to the part, if there is one.
    ///   - make: Makes the part from the state when the way finds none.
    /// - Returns: The tree.
    func child<Child>(
        at lens: Lens<State, Child>?,
        make: @escaping (State) -> Child
    ) -> ObserverTree<Child> {
        let branch = MadeBranch(lens: lens, make: make)
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        append(branch)
        return child
    }

    private func append(_ branch: AnyObserverBranch) {
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

    /// Compares what is observed here and below, and forgets observers that are gone.
    ///
    /// Code that is called here may use the store to read it, so the walk uses copies of its lists.
    ///
    /// - Parameters:
    ///   - state: The part.
    ///   - notifications: What to deliver; added to.
    /// - Returns: Whether collections below have changed since they were marked.
    @usableFromInline
    func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        let isMarking = !branches.isEmpty && checkBelow(state, into: &notifications)
        let present = observers
        var hasGoneMembers = false
        for index in 0..<present.count {
            guard let observer = present[index] else {
                hasGoneMembers = true
                continue
            }
            // The list holds nothing else.
            let checked = unsafeDowncast(observer, to: Observer<State>.self)
            if checked.check(state) { notifications.append(Notification(checked)) }
        }
        if hasGoneMembers { observers.removeReleased() }
        return isMarking
    }

    private func checkBelow(_ state: State, into notifications: inout [Notification]) -> Bool {
        var isMarking = false
        var hasGoneMembers = false
        for branch in branches {
            if branch.isAlive {
                // The list holds nothing else.
                branch.isToBeMarked = unsafeDowncast(branch, to: ObserverBranch<State>.self)
                    .check(state, into: &notifications)
                if branch.isToBeMarked { isMarking = true }
            } else {
                hasGoneMembers = true
            }
        }
        if hasGoneMembers { removeDeadBranches() }
        return isMarking
    }

    /// Marks the collections below that have changed since they were last marked.
    ///
    /// The state is changed in place. Of the program's code only case paths run, and the machine does not let them
    /// read the state.
    func mark(_ state: inout State) {
        for branch in branches where branch.isToBeMarked {
            branch.isToBeMarked = false
            unsafeDowncast(branch, to: ObserverBranch<State>.self).mark(&state)
        }
    }
}

/// A node in the tree of observers, without the type of its part.
@usableFromInline
package class AnyObserverTree {
    /// The tree above, and its branch on which this one hangs.
    private let parent: AnyObserverTree?
    private let branch: AnyObserverBranch?

    /// Whether the part was missing when it was last looked for.
    @usableFromInline final var isAbsent = false

    /// What another target of the library keeps with the observers of the part, as long as there are any.
    package final var kept: AnyObject?

    /// How many scopes show the part.
    ///
    /// A scope may end on any thread.
    private let scopeCount = Atomic(0)

    init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        self.parent = parent
        self.branch = branch
        branch?.treeBegan()
    }

    deinit { branch?.treeEnded() }

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
