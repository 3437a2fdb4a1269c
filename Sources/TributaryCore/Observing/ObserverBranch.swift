// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A branch of the tree of observers, without the type of its part.
@usableFromInline
class AnyObserverBranch {
    /// The path of the scope, which identifies the branch among those of a part.
    let path: AnyKeyPath

    /// Whether collections below have changed since they were last marked, and must be marked again.
    @exclusivity(unchecked) final var isToBeMarked = false

    /// How many trees hang on the branch.
    ///
    /// A tree ends on the thread that dropped its last token.
    private let treeCount = Atomic(0)

    init(of path: AnyKeyPath) { self.path = path }

    /// Compares what is observed in the scope.
    ///
    /// - Parameter part: The part of the state that the branch belongs to.
    /// - Returns: Whether collections in the scope must be marked.
    func check(_ part: UnsafeRawPointer) -> Bool { false }

    /// Marks the changed collections in the scope, in place.
    func mark(_ part: UnsafeMutableRawPointer) {}

    /// Whether something is observed in the scope.
    final var isAlive: Bool { treeCount.load(ordering: .acquiring) != 0 }

    final func treeBegan() { treeCount.add(1, ordering: .relaxed) }

    final func treeEnded() { treeCount.subtract(1, ordering: .releasing) }
}

/// The branch of a property, an optional or a case of a `State`.
///
/// It is visited after every turn, because only a comparison tells whether the part changed.
final class ScopeBranch<State, Child>: AnyObserverBranch {
    weak var child: ObserverTree<Child>?
    private let lens: Lens<State, Child>

    /// Where the child lies, if it is always there and stored inline.
    private let offset: Int?

    init(lens: Lens<State, Child>, of path: AnyKeyPath) {
        self.lens = lens
        offset = lens.offset
        super.init(of: path)
    }

    override func check(_ part: UnsafeRawPointer) -> Bool {
        guard let child, !child.isEmpty else { return false }
        if let offset { return child.check(part.advanced(by: offset)) }
        var isMarking = false
        child.isAbsent = !lens.read(part.assumingMemoryBound(to: State.self).pointee) {
            isMarking = child.check($0)
        }
        return isMarking && lens.isInPlace
    }

    override func mark(_ part: UnsafeMutableRawPointer) {
        guard let child else { return }
        if let offset { return child.mark(part.advanced(by: offset)) }
        lens.modify(&part.assumingMemoryBound(to: State.self).pointee) { child.mark(&$0) }
    }
}

/// The branch of a part that a closure of the program makes: a default, or a part that no path names.
final class MadeBranch<State, Child>: AnyObserverBranch {
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

    override func check(_ part: UnsafeRawPointer) -> Bool {
        guard let child, !child.isEmpty else { return false }
        let state = part.assumingMemoryBound(to: State.self)
        var isMarking = false
        if let lens, lens.read(state.pointee, { isMarking = child.check($0) }) {
            return isMarking && lens.isInPlace
        }
        // The part that is made here is not kept, so no collection in it needs a mark.
        _ = child.check(make(state.pointee))
        return false
    }

    override func mark(_ part: UnsafeMutableRawPointer) {
        guard let child else { return }
        lens?.modify(&part.assumingMemoryBound(to: State.self).pointee) { child.mark(&$0) }
    }
}
