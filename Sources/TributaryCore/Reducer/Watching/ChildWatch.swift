// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The watch of a child, at work: that of the state that is there now, if any is.
@usableFromInline
final class ChildWatch<State, Action> {
    private let make: () -> Watch<State, Action>
    @usableFromInline private(set) var watch: Watch<State, Action>?

    /// Which state the watch is for; `nil` where one takes the place of another unnoticed.
    @usableFromInline let memory: StateMemory<State>?

    @usableFromInline
    init(_ child: ResolvedChild<State, Action>, _ kind: WatchKind) {
        make = { child.makeWatch(kind) }
        memory = child.identity?.makeMemory()
    }

    /// The watch of the state that is there now; what was remembered of another is forgotten.
    @inlinable
    func watch(of state: State) -> Watch<State, Action> {
        if let watch, memory?.isAnother(state) != true { return watch }
        return begin(state)
    }

    @usableFromInline
    func begin(_ state: State) -> Watch<State, Action> {
        memory?.see(state)
        let made = make()
        watch = made
        return made
    }

    /// Forgets everything: the child is gone, and with it what was seen and what ran.
    @usableFromInline
    func forget() { watch = nil }

    @usableFromInline var isIdle: Bool { watch?.isIdle() ?? true }
}

extension Lens {
    /// What watches a child in its parent's state.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - kind: Which of its watches.
    ///   - scope: Turns an effect of the child in a state into one of the parent.
    /// - Returns: The watch of the parent's state.
    @inlinable
    func watch<Action, PartAction>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<PartAction>, Part) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let present = ChildWatch(child, kind)
        let isReadable = isReadable
        var willReduce: ((Root) -> Void)?
        var select: (() -> Void)?
        if child.kinds.contains(.filter) {
            willReduce = { root in read(root) { present.watch?.willReduce?($0) } }
            select = { present.watch?.select?() }
        }
        var prime: ((Root) -> Void)?
        if kind == .change {
            prime = { root in if !read(root, { present.watch(of: $0).prime?($0) }) { present.forget() } }
        }
        return Watch(
            willReduce: willReduce,
            select: select,
            prime: prime,
            isDue: { root in
                // What cannot be looked at without changing it is looked at where it is changed.
                guard isReadable else { return true }
                var isDue = false
                if !read(root, { isDue = present.watch(of: $0).isDue($0) }) { present.forget() }
                return isDue
            },
            answer: { root in
                var effect = Effect<Action>.none
                modify(&root) { effect = scope(present.watch(of: $0).answerIfDue(&$0), $0) }
                return effect
            },
            isIdle: { present.isIdle }
        )
    }
}
