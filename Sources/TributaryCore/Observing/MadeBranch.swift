// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The branch of a slice that is made by a closure of the program: a default, or a part that no path names.
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

    override func check(_ state: State, into notifications: inout [Notification]) -> Bool {
        guard let child, !child.isEmpty else { return false }
        var isMarking = false
        if let way, way.read(state, { isMarking = child.check($0, into: &notifications) }) {
            return isMarking && way.modify != nil
        }
        // What is made for this is not kept, and nothing in it need be marked.
        _ = child.check(make(state), into: &notifications)
        return false
    }

    override func mark(_ state: inout State) {
        guard let child else { return }
        way?.modify?(&state) { child.mark(&$0) }
    }
}
