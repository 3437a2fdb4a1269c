// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Effects that begin one after another, each when the one before it has ended.
///
/// The running effect keeps the sequence: its completion calls `proceed`.
final class EffectSequence<Action> {
    private var remaining: ArraySlice<Effect<Action>>
    private let context: EffectContext<Action>
    private let isGoingOn: () -> Bool
    private let completion: EffectCompletion

    /// Whether an effect is being performed, and whether it has ended meanwhile.
    private var (isPerforming, hasEnded) = (false, false)

    /// Makes a sequence.
    ///
    /// - Parameters:
    ///   - effects: The effects, in order.
    ///   - context: The context in which they are performed.
    ///   - isGoingOn: Whether to begin the next one.
    ///   - completion: Called when the last effect has ended, or when one was not to begin.
    init(
        _ effects: [Effect<Action>],
        in context: EffectContext<Action>,
        isGoingOn: @escaping () -> Bool,
        completion: @escaping EffectCompletion
    ) {
        remaining = effects[...]
        self.context = context
        self.isGoingOn = isGoingOn
        self.completion = completion
    }

    /// Performs the effects that end at once, up to the first one that takes longer.
    ///
    /// It is a loop rather than a recursion, because there may be any number of them.
    func proceed() {
        guard !isPerforming else { return hasEnded = true }
        isPerforming = true
        repeat {
            guard isGoingOn(), let effect = remaining.popFirst() else { return completion() }
            hasEnded = false
            effect.perform(in: context) { self.proceed() }
        } while hasEnded
        isPerforming = false
    }
}
