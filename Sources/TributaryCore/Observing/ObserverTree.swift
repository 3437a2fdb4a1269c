// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The observers of one part of the state, and below it those of its scopes.
///
/// The tree has a place for every scope in which something is observed. After a turn one walk compares what is
/// observed. The state does not change during the walk, and what selectors and comparisons do has no influence on it
/// (law 14). A collection knows which of its elements changed, so of ten thousand observed rows only the changed ones
/// are visited. A second walk marks the collections that changed, and visits nothing else.
///
/// Observers retain their tree until they end, and a tree retains its parent. References from above to below are weak.
@usableFromInline
package final class ObserverTree<State>: AnyObserverTree {
    /// Makes the tree of a whole state.
    init() { super.init(in: nil, on: nil) }

    override private init(in parent: AnyObserverTree?, on branch: AnyObserverBranch?) {
        super.init(in: parent, on: branch)
    }

    /// The tree of a scope below this one.
    ///
    /// It is not retained. While it lives, the same path gives the same tree.
    func child<Child>(at lens: Lens<State, Child>, of path: AnyKeyPath) -> ObserverTree<Child> {
        let branch: ScopeBranch<State, Child> = branch(of: path) { ScopeBranch(lens: lens, of: path) }
        if let child = branch.child { return child }
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        return child
    }

    /// The tree of a row, below this one and beside the other rows of its collection.
    func row<ID: Hashable, Element>(
        _ id: ID,
        of path: AnyKeyPath,
        visit: RowVisit<State, ID, Element>
    ) -> ObserverTree<Element> {
        let branch: RowsBranch<State, ID, Element> = branch(of: path) {
            RowsBranch(visit: visit, of: path, in: round)
        }
        return branch.tree(id) { ObserverTree<Element>(in: self, on: branch) }
    }

    /// The tree of a scope whose part a closure makes, below this one.
    ///
    /// It is not retained and not shared, because closures cannot be compared.
    ///
    /// - Parameters:
    ///   - lens: The way to the part, if there is one.
    ///   - make: Makes the part from the state when the way finds none.
    /// - Returns: The tree.
    func child<Child>(
        at lens: Lens<State, Child>?,
        make: @escaping (State) -> Child
    ) -> ObserverTree<Child> {
        let branch = MadeBranch(lens: lens, make: make)
        let child = ObserverTree<Child>(in: self, on: branch)
        branch.child = child
        append(branch)
        return child
    }

    /// Compares what is observed here and below, and forgets observers that are gone.
    ///
    /// - Parameter state: The part.
    /// - Returns: Whether collections below have changed since they were marked.
    func check(_ state: State) -> Bool { withUnsafePointer(to: state) { check(UnsafeRawPointer($0)) } }

    /// Marks the collections below that have changed since they were last marked.
    func mark(_ state: inout State) {
        withUnsafeMutablePointer(to: &state) { mark(UnsafeMutableRawPointer($0)) }
    }
}
