// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A node in the tree of observers, without the type of its slice.
@usableFromInline
package class AnyObserverTree {
    /// The tree above, and its branch on which this one hangs.
    private let parent: AnyObserverTree?
    private let branch: AnyObserverBranch?

    /// Whether the slice was missing when it was last looked for.
    @usableFromInline final var isAbsent = false

    /// What another part of the library keeps with the observers of the slice, as long as there are any.
    package final var kept: AnyObject?

    /// How many scopes show the slice.
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

    /// Whether the slice is gone, and with it every scope that showed it.
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
