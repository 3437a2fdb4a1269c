// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feedback at work in one piece of state, or those of a child in its parent's.
///
/// It is asked after every action whether something changed, and that only reads; what follows then may mark
/// collections in the state, but changes nothing in it.
@usableFromInline
struct FeedbackHook<State, Action> {
    /// Whether the state may ask for something else than before.
    @usableFromInline let isDue: (State) -> Bool

    /// Begins and ends runs.
    @usableFromInline let update: (inout State) -> Effect<Action>

    /// Whether there is nothing to remember.
    @usableFromInline let isIdle: () -> Bool

    @inlinable
    init(
        isDue: @escaping (State) -> Bool,
        update: @escaping (inout State) -> Effect<Action>,
        isIdle: @escaping () -> Bool
    ) {
        self.isDue = isDue
        self.update = update
        self.isIdle = isIdle
    }
}

/// All feedbacks of one piece of state and of its children, at work.
@usableFromInline
package final class FeedbackGroup<State, Action> {
    private let hooks: [FeedbackHook<State, Action>]

    /// Whether the state may ask for something else than before.
    ///
    /// One closure for all: going through a list of them would cost more than what they do.
    @usableFromInline let isDue: (State) -> Bool

    init(_ hooks: [FeedbackHook<State, Action>]) {
        self.hooks = hooks
        isDue = Self.isAnyDue(hooks[...])
    }

    /// Halved again and again, so that the closures of many are not nested deep.
    private static func isAnyDue(_ hooks: ArraySlice<FeedbackHook<State, Action>>) -> (State) -> Bool {
        guard let hook = hooks.first else { return { _ in false } }
        guard hooks.count > 1 else { return hook.isDue }
        let middle = hooks.startIndex + hooks.count / 2
        let (first, second) = (isAnyDue(hooks[..<middle]), isAnyDue(hooks[middle...]))
        return { first($0) || second($0) }
    }

    /// Begins and ends runs, in the order in which the feedbacks were written.
    @usableFromInline
    package func update(_ state: inout State) -> Effect<Action> {
        var effect = Effect<Action>.none
        for hook in hooks where hook.isDue(state) { effect = effect.merge(with: hook.update(&state)) }
        return effect
    }

    @usableFromInline
    var isIdle: Bool { hooks.allSatisfy { $0.isIdle() } }
}
