// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Work that a reducer asks for, described as a value: nothing runs until a store performs it.
///
/// An action without effects costs nothing here: `none` is an empty value, and composing reducers passes it on
/// without allocating. Effects live with their state: they end when their child's state goes away, when their
/// identifier is cancelled, and when their store closes or is released (law 8).
public struct Effect<Action> {
    @usableFromInline let operation: Operation?

    @inlinable
    init(_ operation: Operation?) { self.operation = operation }

    /// What an effect is made of.
    ///
    /// One indirect enum, so that an effect is a single reference.
    @usableFromInline
    indirect enum Operation {
        case send(Action)
        case run(EffectWork<Action>)
        case merge([Effect])
        case concatenate([Effect])
        case cancel(AnyHashable)
        case cancellable(Effect, id: AnyHashable, cancelInFlight: Bool)
        case embedded(EmbeddedEffect<Action>)
    }

    /// Whether there is nothing to do.
    @inlinable
    var isNone: Bool { operation == nil }
}

extension Effect {
    /// No work at all.
    @inlinable
    public static var none: Effect { Effect(nil) }

    /// Sends an action in the same turn, after the actions that already wait.
    ///
    /// It is a follow-up, not a task: it costs a place in the queue, and no suspension.
    @inlinable
    public static func send(_ action: Action) -> Effect { Effect(.send(action)) }
}
