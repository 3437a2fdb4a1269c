// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A branch of whatever slice.
@usableFromInline
class AnyObserverBranch {
    /// The path of the scope, by which the branches of a slice are told apart.
    let path: AnyKeyPath

    /// Whether collections below are to be marked, because they changed since they were.
    final var isToBeMarked = false

    /// How many trees hang on the branch; they end on whatever thread the last token was dropped.
    private let treeCount = Atomic(0)

    init(of path: AnyKeyPath) { self.path = path }

    /// Whether something is observed in the scope.
    final var isAlive: Bool { treeCount.load(ordering: .acquiring) != 0 }

    final func treeBegan() { treeCount.add(1, ordering: .relaxed) }

    final func treeEnded() { treeCount.subtract(1, ordering: .releasing) }
}

/// The way from a slice of the state to one of its scopes, with what is observed there.
@usableFromInline
class ObserverBranch<State>: AnyObserverBranch {
    /// Compares what is observed in the scope; tells whether collections in it are to be marked.
    func check(_ state: State, into notifications: inout [Notification]) -> Bool { false }

    /// Marks the collections in the scope that changed, where they lie.
    func mark(_ state: inout State) {}
}

/// The branch of a property, an optional or a case: visited after every turn, because nothing tells whether it
/// changed but comparing.
final class ScopeBranch<State, Child>: ObserverBranch<State> {
    weak var child: ObserverTree<Child>?
    private let way: StateWay<State, Child>

    init(way: StateWay<State, Child>, of path: AnyKeyPath) {
        self.way = way
        super.init(of: path)
    }

    override func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        guard let child, !child.isEmpty else { return false }
        var isMarking = false
        child.isAbsent = !way.read(state) { isMarking = child.check($0, into: &notifications) }
        return isMarking && way.modify != nil
    }

    override func mark(_ state: inout State) {
        guard let child else { return }
        way.modify?(&state) { child.mark(&$0) }
    }
}
