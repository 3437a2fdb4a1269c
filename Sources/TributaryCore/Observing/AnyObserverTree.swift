// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A node in the tree of observers, without the type of its part.
///
/// What is done after each turn is done here, with addresses of parts: code of this library that is generic is not
/// specialised for the types of the program, and looking their metadata up would cost more than the work.
@usableFromInline
package class AnyObserverTree {
    /// The tree above, and its branch on which this one hangs.
    private let parent: AnyObserverTree?
    private let branch: AnyObserverBranch?

    /// The calls of observers in the whole store.
    final let round: ObserverRound

    // These are not checked for exclusive access: they are changed by whole assignments, which run no other code.
    /// The observers of this very part; the list retains them, and what they hold is released when they end.
    @exclusivity(unchecked) private var observers: ContiguousArray<Unmanaged<Observer>> = []
    @exclusivity(unchecked) private var branches: [AnyObserverBranch] = []

    /// How many observers and branches were alive when their list was last cleaned.
    ///
    /// It is cleaned again when that number has doubled.
    private var liveObserverCount = 0
    private var liveBranchCount = 0

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
        round = parent?.round ?? ObserverRound()
        branch?.treeBegan()
    }

    deinit {
        branch?.treeEnded()
        for observer in observers { observer.release() }
    }

    /// The address of a part is given, which is of the type of this tree.
    @usableFromInline
    final func check(_ part: UnsafeRawPointer) -> Bool {
        let isMarking = !branches.isEmpty && checkBelow(part)
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
        return isMarking
    }

    private func checkBelow(_ part: UnsafeRawPointer) -> Bool {
        var isMarking = false
        var haveSomeEnded = false
        for branch in branches {
            if branch.isAlive {
                branch.isToBeMarked = branch.check(part)
                if branch.isToBeMarked { isMarking = true }
            } else {
                haveSomeEnded = true
            }
        }
        if haveSomeEnded { removeDeadBranches() }
        return isMarking
    }

    /// Marks the collections below that have changed since they were last marked.
    ///
    /// The state is changed in place. Of the program's code only case paths run, and the machine does not let them
    /// read the state.
    final func mark(_ part: UnsafeMutableRawPointer) {
        for branch in branches where branch.isToBeMarked {
            branch.isToBeMarked = false
            branch.mark(part)
        }
    }

    @usableFromInline final var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    /// How many scopes have a place here, counting those that are gone but not yet forgotten.
    final var branchCount: Int { branches.count }

    /// How many observers are in the list, counting those that are gone but not yet forgotten.
    final var observerCount: Int { observers.count }

    final func insert(_ observer: Observer) {
        // A round that is running may refer to those that have ended.
        if observers.count >= 2 * max(liveObserverCount, 8), !round.isRunning { removeEnded() }
        observers.append(.passRetained(observer))
    }

    /// Forgets the observers that have ended.
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
