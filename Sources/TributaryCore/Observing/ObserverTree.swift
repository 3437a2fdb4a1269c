// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one slice of the state, and below it those of its scopes.
///
/// The tree has a place for every scope in which something is observed. After a turn it is walked once: first to
/// find the places that may have changed, then to compare what is observed there. A collection knows which of its
/// elements changed, so of ten thousand observed rows only those are visited.
///
/// Observers keep the tree they are in, and a tree the one it hangs in; from above all are known weakly.
@usableFromInline
final class ObserverTree<State> {
    // Lists of types that are not generic: this code is not specialised, and looking up what a generic list is made
    // of costs more than what is done here with it. Only observers and branches of `State` are in them.
    private var observers: [WeakNotifiable] = []
    private var branches: [AnyObserverBranch] = []

    /// The observations that belong to objects.
    private(set) lazy var subscriptions = SubscriptionLinks()

    /// The tree above, and the branch of it on which this one hangs.
    private let parent: AnyObject?
    private let branch: AnyObserverBranch?

    /// Makes the tree of a whole state.
    init() {
        parent = nil
        branch = nil
    }

    private init(in parent: AnyObject, on branch: AnyObserverBranch) {
        self.parent = parent
        self.branch = branch
        branch.treeBegan()
    }

    deinit { branch?.treeEnded() }

    @usableFromInline var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// How many scopes have a place here, also those that are gone and not yet forgotten.
    var branchCount: Int { branches.count }

    func insert(_ observer: Observer<State>) { observers.append(WeakNotifiable(notifiable: observer)) }

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
        branches.append(branch)
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
        branches.append(branch)
        return child
    }

    /// Finds the places below this one that may have changed.
    ///
    /// Nobody else's code runs meanwhile.
    func collectBelow(_ state: inout State, into places: inout [ChangedPlace]) {
        guard !branches.isEmpty else { return }
        var isSomebodyGone = false
        for branch in branches {
            if branch.isAlive {
                // Nothing else is ever added to the list.
                unsafeDowncast(branch, to: ObserverBranch<State>.self).collect(&state, into: &places)
            } else {
                isSomebodyGone = true
            }
        }
        if isSomebodyGone { branches.removeAll { !$0.isAlive } }
    }

    /// Finds this place, if somebody observes here, and those below it.
    @usableFromInline
    func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        collectBelow(&state, into: &places)
        if !observers.isEmpty { places.append(ChangedSlice(tree: self, state: state)) }
    }

    /// Compares what is observed here, and forgets observers that are gone.
    func check(_ state: State, into notifications: inout [Notification]) {
        var isSomebodyGone = false
        for entry in observers {
            guard let observer = entry.notifiable else {
                isSomebodyGone = true
                continue
            }
            // Nothing else is ever added to the list.
            if unsafeDowncast(observer, to: Observer<State>.self).check(state) {
                notifications.append(Notification(observer))
            }
        }
        if isSomebodyGone { observers.removeAll { $0.notifiable == nil } }
    }
}

/// A place where something may have changed.
@usableFromInline
class ChangedPlace {
    func check(into notifications: inout [Notification]) {}
}

/// A place with its slice of the state: a copy, so that the selectors that see it may do what they like.
///
/// It is gone before the next action.
private final class ChangedSlice<State>: ChangedPlace {
    private let tree: ObserverTree<State>
    private let state: State

    init(tree: ObserverTree<State>, state: State) {
        self.tree = tree
        self.state = state
    }

    override func check(into notifications: inout [Notification]) { tree.check(state, into: &notifications) }
}
