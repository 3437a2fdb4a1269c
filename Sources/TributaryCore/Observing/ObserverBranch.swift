// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A branch of whatever slice.
@usableFromInline
class AnyObserverBranch {
    /// The path of the scope, by which the branches of a slice are told apart.
    let path: AnyKeyPath

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
    /// Finds the places of the scope that may have changed.
    func collect(_ state: inout State, into places: inout [ChangedPlace]) {}
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

    override func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        guard let child, !child.isEmpty else { return }
        way.visit(&state) { child.collect(&$0, into: &places) }
    }
}
