// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A branch of the tree of observers, without the type of its part.
@usableFromInline
class AnyObserverBranch {
    /// The path of the scope, which identifies the branch among those of a part.
    let path: AnyKeyPath

    /// Whether collections below have changed since they were last marked, and must be marked again.
    final var isToBeMarked = false

    /// How many trees hang on the branch.
    ///
    /// A tree ends on the thread that dropped its last token.
    private let treeCount = Atomic(0)

    init(of path: AnyKeyPath) { self.path = path }

    /// Whether something is observed in the scope.
    final var isAlive: Bool { treeCount.load(ordering: .acquiring) != 0 }

    final func treeBegan() { treeCount.add(1, ordering: .relaxed) }

    final func treeEnded() { treeCount.subtract(1, ordering: .releasing) }
}

/// The branch from a part of the state to one of its scopes, with the observers there.
@usableFromInline
class ObserverBranch<State>: AnyObserverBranch {
    /// Compares what is observed in the scope.
    ///
    /// Returns whether collections in it must be marked.
    func check(_ state: State, into notifications: inout [Notification]) -> Bool { false }

    /// Marks the changed collections in the scope, in place.
    func mark(_ state: inout State) {}
}

/// The branch of a property, an optional or a case.
///
/// It is visited after every turn, because only a comparison tells whether the part changed.
final class ScopeBranch<State, Child>: ObserverBranch<State> {
    weak var child: ObserverTree<Child>?
    private let lens: Lens<State, Child>

    init(lens: Lens<State, Child>, of path: AnyKeyPath) {
        self.lens = lens
        super.init(of: path)
    }

    override func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        guard let child, !child.isEmpty else { return false }
        var isMarking = false
        child.isAbsent = !lens.read(state) { isMarking = child.check($0, into: &notifications) }
        return isMarking && lens.isInPlace
    }

    override func mark(_ state: inout State) {
        guard let child else { return }
        lens.modify(&state) { child.mark(&$0) }
    }
}

/// The branch of a part that a closure of the program makes: a default, or a part that no path names.
final class MadeBranch<State, Child>: ObserverBranch<State> {
    weak var child: ObserverTree<Child>?
    private let lens: Lens<State, Child>?
    private let make: (State) -> Child

    /// - Parameters:
    ///   - lens: The way to the part, if there is one.
    ///   - make: Makes the part from the state when the way finds none.
    init(lens: Lens<State, Child>?, make: @escaping (State) -> Child) {
        self.lens = lens
        self.make = make
        super.init(of: \State.self)
    }

    override func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        guard let child, !child.isEmpty else { return false }
        var isMarking = false
        if let lens, lens.read(state, { isMarking = child.check($0, into: &notifications) }) {
            return isMarking && lens.isInPlace
        }
        // The part that is made here is not kept, so no collection in it needs a mark.
        _ = child.check(make(state), into: &notifications)
        return false
    }

    override func mark(_ state: inout State) {
        guard let child else { return }
        lens?.modify(&state) { child.mark(&$0) }
    }
}
