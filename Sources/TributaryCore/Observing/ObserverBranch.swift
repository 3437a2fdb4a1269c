// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A branch of whatever slice.
class AnyObserverBranch {
    /// Whether the scope lives, or is observed.
    var isAlive: Bool { false }
}

/// The way from a slice of the state to one of its scopes, with what is observed there.
class ObserverBranch<State>: AnyObserverBranch {
    /// Finds the places of the scope that may have changed.
    func collect(_ state: inout State, into places: inout [ChangedPlace]) {}
}

/// The branch of a property, an optional or a case: visited after every turn, because nothing tells whether it
/// changed but comparing.
final class ScopeBranch<State, Child>: ObserverBranch<State> {
    private(set) weak var child: ObserverTree<Child>?
    private let way: StateWay<State, Child>

    /// The path of the scope, by which the branches of a slice are told apart.
    let path: AnyKeyPath

    init(_ child: ObserverTree<Child>, way: StateWay<State, Child>, of path: AnyKeyPath) {
        self.child = child
        self.way = way
        self.path = path
    }

    override var isAlive: Bool { child != nil }

    override func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        guard let child, !child.isEmpty else { return }
        way.visit(&state) { child.collect(&$0, into: &places) }
    }
}
