// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is to be looked at after every action, in one piece of the state: the reducers made by `onChange`.
///
/// While a tree is resolved, every `onChange` adds a hook to those of its piece of the state, and every composed
/// reducer adds those of its child to those of its parent. Whoever resolved the whole tree runs them after each
/// action. So a hook sees every change, also one that another branch of the tree made.
@usableFromInline
final class ChangeHooks<State, Action> {
    private struct Hook {
        let prime: (State) -> Void
        let run: (inout State) -> Effect<Action>
        let reset: () -> Void
    }

    private var hooks: [Hook] = []

    /// How many hooks there are in the whole tree.
    ///
    /// It may grow when a child is resolved late.
    @usableFromInline let count: ChangeHookCount

    @usableFromInline
    init(count: ChangeHookCount) { self.count = count }

    /// Adds a hook.
    ///
    /// - Parameters:
    ///   - prime: Sees the state before the first action.
    ///   - run: Sees the state after every action, and may change it.
    ///   - reset: Is called when the state went away; the next one is another.
    @usableFromInline
    func append(
        prime: @escaping (State) -> Void,
        run: @escaping (inout State) -> Effect<Action>,
        reset: @escaping () -> Void
    ) {
        hooks.append(Hook(prime: prime, run: run, reset: reset))
    }

    @usableFromInline
    func reset() {
        for hook in hooks { hook.reset() }
    }

    @usableFromInline
    func prime(_ state: State) {
        for hook in hooks { hook.prime(state) }
    }

    @usableFromInline
    func run(_ state: inout State) -> Effect<Action> {
        var effect = Effect<Action>.none
        for hook in hooks { effect = effect.merge(with: hook.run(&state)) }
        return effect
    }
}

/// The number of hooks in a tree of reducers.
@usableFromInline
final class ChangeHookCount {
    @usableFromInline var value = 0

    /// Whether children are resolved later, who may have hooks.
    @usableFromInline var mayGrow = false

    @usableFromInline
    init() {}
}
