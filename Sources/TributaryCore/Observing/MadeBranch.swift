// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of a slice that a closure of the program makes: a default, or a part that no path names.
final class MadeBranch<State, Child>: ObserverBranch<State> {
    weak var child: ObserverTree<Child>?
    private let way: StateWay<State, Child>?
    private let make: (State) -> Child

    /// - Parameters:
    ///   - way: The way to the slice, if there is one.
    ///   - make: Makes the slice from the state when the way finds none.
    init(way: StateWay<State, Child>?, make: @escaping (State) -> Child) {
        self.way = way
        self.make = make
        super.init(of: \State.self)
    }

    override func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        guard let child, !child.isEmpty else { return false }
        var isMarking = false
        if let way, way.read(state, { isMarking = child.check($0, into: &notifications) }) {
            return isMarking && way.modify != nil
        }
        // The slice that is made here is not kept, so no collection in it needs a mark.
        _ = child.check(make(state), into: &notifications)
        return false
    }

    override func mark(_ state: inout State) {
        guard let child else { return }
        way?.modify?(&state) { child.mark(&$0) }
    }
}
