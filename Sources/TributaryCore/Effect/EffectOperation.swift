// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The operation that an effect performs.
///
/// It is a class, with one subclass for each kind that is performed often. Code that does not know the type of the
/// actions needs no metadata of it to pass on an object.
@usableFromInline
class EffectOperation<Action> {
    @inlinable
    init() {}

    /// The operation as one with parts, or with a special way of being performed; `nil` for the others.
    var composite: CompositeOperation<Action>? { nil }

    /// Performs the effect.
    func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        preconditionFailure("An operation is of a kind.")
    }
}

/// A follow-up action.
@usableFromInline
final class SendOperation<Action>: EffectOperation<Action> {
    let action: Action

    @usableFromInline
    init(_ action: Action) { self.action = action }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.send(action)
        completion?()
    }
}

/// An operation with parts, or with a special way of being performed.
@usableFromInline
final class CompositeOperation<Action>: EffectOperation<Action> {
    var kind: Kind

    @usableFromInline
    enum Kind {
        case merge([Effect<Action>])
        case concatenate([Effect<Action>])
        case cancel(AnyHashable)
        case cancellable(Effect<Action>, id: AnyHashable, cancelInFlight: Bool)
        case limited(Effect<Action>, id: AnyHashable, policy: EffectPolicy)
        case delayed(Effect<Action>, EffectTimer)
        case throttled(Effect<Action>, id: AnyHashable, EffectTimer, latest: Bool)
        case timed(Effect<Action>, EffectTimer, EffectTimeout<Action>)
        case retried(Effect<Action>, EffectRetry)
    }

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }

    deinit {
        // Effects may be nested as deep as a program likes. Recursive release would overflow the stack.
        var nested = takeComposites()
        while var operation = nested.popLast() {
            if isKnownUniquelyReferenced(&operation) { nested += operation.takeComposites() }
        }
    }

    override var composite: CompositeOperation? { self }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.performer.perform(kind, in: context, completion: completion)
    }
}
