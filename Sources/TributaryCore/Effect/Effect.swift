// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Work that a reducer asks for, described as a value: nothing runs until a store performs it.
///
/// An action without effects costs nothing here: `none` is an empty value, and composing reducers passes it on
/// without allocating. Effects live with their state: they end when their child's state goes away, when their
/// identifier is cancelled, and when their store closes or is released (law 8).
public struct Effect<Action> {
    /// A single reference, so that passing `none` on through many reducers is passing on a null pointer.
    @usableFromInline let operation: EffectOperation<Action>?

    @inlinable
    init(_ kind: EffectOperation<Action>.Kind?) { operation = kind.map(EffectOperation.init) }

    @inlinable
    init() { operation = nil }

    /// Whether there is nothing to do.
    @inlinable
    var isNone: Bool { operation == nil }
}

/// What an effect is made of.
@usableFromInline
final class EffectOperation<Action> {
    let kind: Kind

    @usableFromInline
    enum Kind {
        case send(Action)
        case run(EffectWork<Action>)
        case merge([Effect<Action>])
        case concatenate([Effect<Action>])
        case cancel(AnyHashable)
        case cancellable(Effect<Action>, id: AnyHashable, cancelInFlight: Bool)
        case limited(Effect<Action>, id: AnyHashable, policy: EffectPolicy)
        case delayed(Effect<Action>, EffectTimer)
        case throttled(Effect<Action>, id: AnyHashable, EffectTimer, latest: Bool)
        case timed(Effect<Action>, EffectTimer, EffectTimeout<Action>)
        case retried(Effect<Action>, EffectRetry)
        case embedded(EmbeddedEffect<Action>)
    }

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }
}

extension Effect {
    /// No work at all.
    @inlinable
    public static var none: Effect { Effect() }

    /// Sends an action in the same turn, after the actions that already wait.
    ///
    /// It is a follow-up, not a task: it costs a place in the queue, and no suspension.
    @inlinable
    public static func send(_ action: Action) -> Effect { Effect(.send(action)) }
}
