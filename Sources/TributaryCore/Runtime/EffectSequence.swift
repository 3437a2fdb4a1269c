// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Effects of which each begins when the one before it has ended.
///
/// Kept by the effect at hand, which calls it at its end.
final class EffectSequence<Action> {
    private var remaining: ArraySlice<Effect<Action>>
    private let context: EffectContext<Action>
    private let isGoingOn: () -> Bool
    private let completion: EffectCompletion

    /// Whether an effect is being performed, and whether that one has ended meanwhile.
    private var (isPerforming, hasEnded) = (false, false)

    /// Makes a sequence.
    ///
    /// - Parameters:
    ///   - effects: The effects, in order.
    ///   - context: Where they are performed.
    ///   - isGoingOn: Whether the next one is to begin.
    ///   - completion: Called when the last has ended, or one was not to begin.
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

    /// Performs the effects that end at once, up to the first that takes longer.
    ///
    /// A loop, and not each from the end of the one before, because there may be any number of them.
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
