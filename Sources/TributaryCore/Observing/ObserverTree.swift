// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one slice of the state, and below it those of its scopes.
///
/// The tree has a place for every scope that lives or is observed. After a turn it is walked once: first to find
/// the places that may have changed, then to compare what is observed there. A collection knows which of its
/// elements changed, so of ten thousand observed rows only those are visited.
final class ObserverTree<State> {
    // Lists of types that are not generic: this code is not specialised, and looking up what a generic list is made
    // of costs more than what is done here with it. Only observers and branches of `State` are in them.
    private var observers: [WeakNotifiable] = []
    private var branches: [AnyObserverBranch] = []

    /// The observations that belong to objects.
    var subscriptions = SubscriptionLinks()

    var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    func insert(_ observer: Observer<State>) { observers.append(WeakNotifiable(notifiable: observer)) }

    /// The tree of a scope, hung below this one.
    ///
    /// It is not retained; while it lives it is the same for the same path.
    func child<Child>(at way: StateWay<State, Child>, of path: AnyKeyPath) -> ObserverTree<Child> {
        for case let branch as ScopeBranch<State, Child> in branches where branch.path == path {
            if let child = branch.child { return child }
        }
        let child = ObserverTree<Child>()
        branches.append(ScopeBranch(child, way: way, of: path))
        return child
    }

    /// The tree of a row, hung below this one beside those of the other rows of its collection.
    func row<ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        at way: @autoclosure () -> StateWay<State, IdentifiedArray<ID, Element>>
    ) -> ObserverTree<Element> {
        for case let branch as RowsBranch<State, ID, Element> in branches where branch.path == path {
            return branch.tree(id)
        }
        let branch = RowsBranch<State, ID, Element>(way: way(), of: path)
        branches.append(branch)
        return branch.tree(id)
    }

    /// Finds the places below this one that may have changed.
    ///
    /// Nobody else's code runs meanwhile.
    func collectBelow(_ state: inout State, into places: inout [ChangedPlace]) {
        guard !branches.isEmpty else { return }
        var isSomebodyGone = false
        for branch in branches {
            if branch.isAlive {
                unsafeDowncast(branch, to: ObserverBranch<State>.self).collect(&state, into: &places)
            } else {
                isSomebodyGone = true
            }
        }
        if isSomebodyGone { branches.removeAll { !$0.isAlive } }
    }

    /// Finds this place, if somebody observes here, and those below it.
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
            if unsafeDowncast(observer, to: Observer<State>.self).check(state) {
                notifications.append(Notification(observer))
            }
        }
        if isSomebodyGone { observers.removeAll { $0.notifiable == nil } }
    }
}

/// A place where something may have changed.
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
