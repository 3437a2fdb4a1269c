// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// An effect that is made when it is performed, on the store's actor, in the turn that asked for it.
    ///
    /// Use it for work that has to begin before the sender continues, such as subscribing to events.
    ///
    /// - Parameter make: Makes the effect.
    /// - Returns: The effect.
    package static func deferred(_ make: @escaping () -> Effect) -> Effect {
        Effect(DeferredOperation(make))
    }
}

/// An effect that is made when it is performed.
private final class DeferredOperation<Action>: EffectOperation<Action> {
    private let make: () -> Effect<Action>

    init(_ make: @escaping () -> Effect<Action>) { self.make = make }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        make().perform(in: context, completion: completion)
    }
}
