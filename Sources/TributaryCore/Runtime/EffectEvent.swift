// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What happened to an effect of a machine; effects are known by their numbers.
package enum EffectEvent: Hashable, Sendable {
    /// It has begun, and starts when the action is done and durable.
    case began(EffectDescription)

    /// Its operation has returned; told when the machine takes note of it.
    case ended(Int)

    /// It was cancelled.
    case cancelled(Int)
}

extension EffectRunner {
    /// Tells whoever watches that an effect is over.
    func tellEnd(of effect: RunningEffect) {
        guard let watch else { return }
        let number = effect.number.order
        watch(effect.isCancelled ? .cancelled(number) : .ended(number))
    }
}
