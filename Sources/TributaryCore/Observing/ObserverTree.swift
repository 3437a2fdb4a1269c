// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one slice of the state, and below it those of its scopes.
///
/// The tree has a place for every scope in which something is observed. After a turn it is walked once, to compare
/// what is observed; the state is at rest then, and what selectors and comparisons do has no influence on the walk
/// (law 14). A collection knows which of its elements changed, so of ten thousand observed rows only those are
/// visited; a second walk marks the collections that changed, and leads nowhere else.
///
/// Observers keep the tree they are in, and a tree the one it hangs in; from above all are known weakly.
@usableFromInline
package final class ObserverTree<State>: AnyObserverTree {
    // Lists of types that are not generic: this code is not specialised, and looking up what a generic list is made
    // of costs more than what is done here with it. Only observers and branches of `State` are in them.
    private var observers = WeakList()
    private var branches: [AnyObserverBranch] = []

    /// How many branches were alive when the list was last cleaned: it is cleaned again when it has doubled.
    private var liveBranchCount = 0

    /// Makes the tree of a whole state.
    init() { super.init(in: nil, on: nil) }

    override private init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        super.init(in: parent, on: branch)
    }

    @usableFromInline var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// How many scopes have a place here, also those that are gone and not yet forgotten.
    var branchCount: Int { branches.count }

    /// How many observers are in the list, also those that are gone and not yet forgotten.
    var observerCount: Int { observers.count }

    func insert(_ observer: Observer<State>) { observers.append(observer) }

    /// The tree of a scope, hung below this one.
    ///
    /// It is not retained; while it lives it is the same for the same path.
    func child<Child>(at way: StateWay<State, Child>, of path: AnyKeyPath) -> ObserverTree<Child> {
        let branch: ScopeBranch<State, Child> = branch(of: path) { ScopeBranch(way: way, of: path) }
        if let child = branch.child { return child }
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        return child
    }

    /// The tree of a row, hung below this one beside those of the other rows of its collection.
    func row<ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        at way: RowsWay<State, ID, Element>
    ) -> ObserverTree<Element> {
        let branch: RowsBranch<State, ID, Element> = branch(of: path) { RowsBranch(way: way, of: path) }
        return branch.tree(id) { ObserverTree<Element>(in: self, on: branch) }
    }

    /// The branch of a path.
    ///
    /// A dead one is used again, so that there are never more branches than paths.
    private func branch<Branch: ObserverBranch<State>>(of path: AnyKeyPath, make: () -> Branch) -> Branch {
        for case let branch as Branch in branches where branch.path == path { return branch }
        let branch = make()
        append(branch)
        return branch
    }

    /// The tree of a scope whose slice is made by a closure, hung below this one.
    ///
    /// It is not retained, and not shared: closures cannot be told to be the same.
    ///
    /// - Parameters:
    ///   - way: The way to the slice, where there is one.
    ///   - make: Makes the slice from the state, where there is none on the way.
    /// - Returns: The tree.
    func child<Child>(
        at way: StateWay<State, Child>?,
        make: @escaping (State) -> Child
    ) -> ObserverTree<Child> {
        let branch = MadeBranch(way: way, make: make)
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
        // What a branch keeps may use the tree when it goes.
        withExtendedLifetime(former) {}
    }

    /// Compares what is observed below this place and here, and forgets observers that are gone.
    ///
    /// What is called here may use the store: it is read, and everything that is used meanwhile is a copy.
    ///
    /// - Parameters:
    ///   - state: The slice.
    ///   - notifications: What is to be delivered.
    /// - Returns: Whether collections below have changed since they were marked.
    @usableFromInline
    func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        let isMarking = !branches.isEmpty && checkBelow(state, into: &notifications)
        let present = observers
        var isSomeoneGone = false
        for index in 0..<present.count {
            guard let observer = present[index] else {
                isSomeoneGone = true
                continue
            }
            // Nothing else is ever added to the list.
            let checked = unsafeDowncast(observer, to: Observer<State>.self)
            if checked.check(state) { notifications.append(Notification(checked)) }
        }
        if isSomeoneGone { observers.removeReleased() }
        return isMarking
    }

    private func checkBelow(_ state: State, into notifications: inout [Notification]) -> Bool {
        var isMarking = false
        var isSomeoneGone = false
        for branch in branches {
            if branch.isAlive {
                // Nothing else is ever added to the list.
                branch.isToBeMarked = unsafeDowncast(branch, to: ObserverBranch<State>.self)
                    .check(state, into: &notifications)
                if branch.isToBeMarked { isMarking = true }
            } else {
                isSomeoneGone = true
            }
        }
        if isSomeoneGone { removeDeadBranches() }
        return isMarking
    }

    /// Marks the collections below that have changed since they were marked.
    ///
    /// The state is changed in place: of the program's own code only case paths are called, and the machine does not
    /// let them read it.
    func mark(_ state: inout State) {
        for branch in branches where branch.isToBeMarked {
            branch.isToBeMarked = false
            unsafeDowncast(branch, to: ObserverBranch<State>.self).mark(&state)
        }
    }
}
