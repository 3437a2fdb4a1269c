// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one slice of the state, and below it those of its scopes.
///
/// The tree has a place for every scope that lives or is observed. After a turn it is walked once: first to find
/// the places that may have changed, then to compare what is observed there. A collection knows which of its
/// elements changed, so of ten thousand observed rows only those are visited.
final class ObserverTree<State> {
    private struct Entry {
        weak var observer: Observer<State>?
    }

    private var observers: [Entry] = []
    private var branches: [ObserverBranch<State>] = []

    var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    func insert(_ observer: Observer<State>) { observers.append(Entry(observer: observer)) }

    /// Hangs the tree of a scope below this one.
    ///
    /// It is not retained.
    func insert<Child>(_ child: ObserverTree<Child>, at way: StateWay<State, Child>) {
        branches.append(ScopeBranch(child, way: way))
    }

    /// Hangs the tree of a row below this one, beside those of the other rows of its collection.
    func insert<ID: Hashable, Element>(
        _ child: ObserverTree<Element>,
        id: ID,
        at way: StateWay<State, IdentifiedArray<ID, Element>>,
        of rows: AnyKeyPath
    ) {
        for case let branch as RowsBranch<State, ID, Element> in branches where branch.rows == rows {
            return branch.insert(child, id: id)
        }
        let branch = RowsBranch(way: way, of: rows)
        branch.insert(child, id: id)
        branches.append(branch)
    }

    /// Finds the places below this one that may have changed.
    ///
    /// Nobody else's code runs meanwhile.
    func collectBelow(_ state: inout State, into places: inout [ChangedPlace]) {
        guard !branches.isEmpty else { return }
        var isSomebodyGone = false
        for branch in branches {
            if branch.isAlive { branch.collect(&state, into: &places) } else { isSomebodyGone = true }
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
            guard let observer = entry.observer else {
                isSomebodyGone = true
                continue
            }
            if observer.check(state) { notifications.append(Notification(observer)) }
        }
        if isSomebodyGone { observers.removeAll { $0.observer == nil } }
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
