// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What effects that wait for a commit begin with: the context in which their action was sent.
///
/// The task that tells of the commit belongs to nobody, or to whoever sends next.
final class EffectCarriage {
    let carrier: any ContextCarrier

    /// The context of the action at hand.
    private var sent: (any Sendable)?
    private var held: [EffectNumber: (any Sendable)?] = [:]

    init(_ carrier: any ContextCarrier) { self.carrier = carrier }

    /// An action is reduced in the context of the running task.
    func enter() { sent = carrier.current }

    /// Nothing that begins from now on follows from an action.
    func leave() { sent = nil }

    /// An effect waits.
    func hold(_ number: EffectNumber) { held.updateValue(sent, forKey: number) }

    /// Starts an effect; what has not waited begins in the running task.
    func start(_ number: EffectNumber, _ start: () -> Void) {
        guard let context = held.removeValue(forKey: number) else { return start() }
        carrier.resume(context, start)
    }

    /// An effect that waited does not start.
    func drop(_ number: EffectNumber) { held[number] = nil }
}

/// An action that waits, with the context in which it was sent.
final class CarriedOperation<Action>: SendOperation<Action> {
    private let sent: (any Sendable)?

    init(_ action: Action, sent: (any Sendable)?) {
        self.sent = sent
        super.init(action)
    }

    override var context: (any Sendable)? { sent }
}
