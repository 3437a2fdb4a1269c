// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of a slice that is made by somebody else's closure: a default, or a part that no path names.
final class MadeBranch<State, Child>: ObserverBranch<State> {
    weak var child: ObserverTree<Child>?
    private let way: StateWay<State, Child>?
    private let make: (State) -> Child

    /// - Parameters:
    ///   - way: The way to the slice, where there is one.
    ///   - make: Makes the slice from the state, where there is none on the way.
    init(way: StateWay<State, Child>?, make: @escaping (State) -> Child) {
        self.way = way
        self.make = make
        super.init(of: \State.self)
    }

    override func collect(_ state: inout State, into places: inout [ChangedPlace]) {
        guard let child, !child.isEmpty else { return }
        var isThere = false
        way?.visit(&state) { slice in
            isThere = true
            child.collect(&slice, into: &places)
        }
        // Later, on a copy: this is somebody else's code, which may read the store.
        if !isThere { places.append(MadeSlice(tree: child) { [make, state] in make(state) }) }
    }
}

/// A place whose slice is made when it is compared.
private final class MadeSlice<State>: ChangedPlace {
    private let tree: ObserverTree<State>
    private let make: () -> State

    init(tree: ObserverTree<State>, make: @escaping () -> State) {
        self.tree = tree
        self.make = make
    }

    override func check(into notifications: inout [Notification]) {
        var state = make()
        var places: [ChangedPlace] = []
        tree.collect(&state, into: &places)
        for place in places { place.check(into: &notifications) }
    }
}
