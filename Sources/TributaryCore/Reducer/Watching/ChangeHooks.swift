// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is to be looked at after every action, in one piece of the state: the reducers made by `onChange`.
///
/// While a tree is resolved, every `onChange` adds a hook to those of its piece of the state, and every composed
/// reducer adds those of its child to those of its parent. The root of the tree runs them after each action. So a
/// hook sees every change, also one that another branch of the tree made. Looking only reads; the state is written
/// to only where an answer runs.
@usableFromInline
final class ChangeHooks<State, Action> {
    private var hooks: [ChangeHook<State, Action>] = []

    /// Which state the hooks remember something of.
    private let memory: StateMemory<State>?

    /// Whether the hooks remember anything.
    private var hasSeen = false

    /// - Parameter identity: What tells states apart; `nil` where one takes the place of another unnoticed.
    @usableFromInline
    init(identity: StateIdentity<State>? = nil) { memory = identity?.makeMemory() }

    /// Whether nothing is looked at; known when the reducers of this piece of state are resolved.
    @usableFromInline var isEmpty: Bool { hooks.isEmpty }

    /// Whether something is asked before an action, too.
    @usableFromInline var looksBefore: Bool { hooks.contains { $0.willReduce != nil } }

    @usableFromInline
    func append(_ hook: ChangeHook<State, Action>) { hooks.append(hook) }

    /// Forgets what was seen: the state went away, and the next one is another.
    @usableFromInline
    func reset() {
        guard hasSeen else { return }
        hasSeen = false
        memory?.forget()
        for hook in hooks { hook.reset() }
    }

    /// Asks what is to be asked before an action.
    @usableFromInline
    func willReduce(_ state: State) {
        for hook in hooks { hook.willReduce?(state) }
    }

    /// Shows the state before an action, as that which changes are told from.
    @usableFromInline
    func prime(_ state: State) {
        guard !hooks.isEmpty else { return }
        recognize(state)
        for hook in hooks { hook.prime(state) }
    }

    /// Whether something changed that is to be answered.
    @usableFromInline
    func isDue(_ state: State) -> Bool {
        guard !hooks.isEmpty else { return false }
        recognize(state)
        return hooks.contains { $0.isDue(state) }
    }

    /// Answers what changed, in the order written: a later hook sees what an earlier answer changed.
    @usableFromInline
    func run(_ state: inout State) -> Effect<Action> {
        recognize(state)
        var effect = Effect<Action>.none
        for hook in hooks where hook.isDue(state) { effect = effect.merge(with: hook.run(&state)) }
        return effect
    }

    /// Notices that the state is another one than was seen before.
    private func recognize(_ state: State) {
        if let memory, memory.isAnother(state) {
            reset()
            memory.see(state)
        }
        hasSeen = true
    }
}

/// An `onChange` in one piece of state, or those of a child in its parent's.
@usableFromInline
struct ChangeHook<State, Action> {
    /// Asks something of the state before every action, if there is something to ask.
    let willReduce: ((State) -> Void)?

    /// Sees the state from which changes are told: before the first action, or again.
    let prime: (State) -> Void

    /// Tells whether something changed that is to be answered; remembers what it sees for the first time.
    let isDue: (State) -> Bool

    /// Answers, if something changed, and may change the state.
    let run: (inout State) -> Effect<Action>

    /// Is called when the state went away; the next one is another.
    let reset: () -> Void

    @usableFromInline
    init(
        willReduce: ((State) -> Void)? = nil,
        prime: @escaping (State) -> Void,
        isDue: @escaping (State) -> Bool,
        run: @escaping (inout State) -> Effect<Action>,
        reset: @escaping () -> Void
    ) {
        self.willReduce = willReduce
        self.prime = prime
        self.isDue = isDue
        self.run = run
        self.reset = reset
    }
}
