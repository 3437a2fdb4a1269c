// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What an effect is made of.
///
/// Classes, one for each kind that is performed often: code that does not know the type of the actions looks up
/// nothing about it when it only passes on an object.
@usableFromInline
class EffectOperation<Action> {
    @inlinable
    init() {}

    /// The operation, if it has parts, or is performed in some special way.
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

/// What has parts, or is performed in some special way.
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
        // Effects may be nested as deep as a program likes. One release within another would take as much stack.
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
