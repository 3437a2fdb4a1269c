// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one slice of the state, and below it those of its scopes.
///
/// The tree has a place for every scope that lives or is observed. After a turn it is walked once, and what
/// changed is delivered in the order of registration.
final class ObserverTree<State> {
    private struct Entry {
        weak var observer: Observer<State>?
    }

    /// A scope's tree, and how to get from this slice to its own.
    private struct Branch {
        let isAlive: () -> Bool
        let collect: (State, inout [Notification]) -> Void
    }

    private var observers: [Entry] = []
    private var branches: [Branch] = []

    var isEmpty: Bool { observers.isEmpty && branches.isEmpty }

    func insert(_ observer: Observer<State>) { observers.append(Entry(observer: observer)) }

    /// Hangs the tree of a scope below this one.
    ///
    /// It is not retained.
    ///
    /// - Parameters:
    ///   - child: The tree of the scope.
    ///   - read: Shows the scope's slice to a closure, where there is one.
    func insert<Child>(
        _ child: ObserverTree<Child>,
        read: @escaping (State, (Child) -> Void) -> Void
    ) {
        branches.append(
            Branch(
                isAlive: { [weak child] in child != nil },
                collect: { [weak child] state, changed in
                    guard let child, !child.isEmpty else { return }
                    read(state) { child.collectChanged($0, into: &changed) }
                }
            )
        )
    }

    /// Finds those for whom something changed, and forgets those who are gone.
    func collectChanged(_ state: State, into changed: inout [Notification]) {
        var isSomebodyGone = false
        for entry in observers {
            guard let observer = entry.observer else {
                isSomebodyGone = true
                continue
            }
            if observer.check(state) { changed.append(Notification(observer)) }
        }
        if isSomebodyGone { observers.removeAll { $0.observer == nil } }
        var isBranchGone = false
        for branch in branches {
            if branch.isAlive() { branch.collect(state, &changed) } else { isBranchGone = true }
        }
        if isBranchGone { branches.removeAll { !$0.isAlive() } }
    }
}

/// Something to be delivered, unless whoever was to hear it is gone by then.
struct Notification {
    let order: Int
    private weak var observer: Notifiable?

    init(_ observer: Notifiable) {
        order = observer.order
        self.observer = observer
    }

    func deliver() { observer?.deliver() }
}
