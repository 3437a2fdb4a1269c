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

    /// The operation as an action that follows; `nil` for the others.
    var followUp: SendOperation<Action>? { nil }

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

    override var followUp: SendOperation? { self }

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

extension CompositeOperation.Kind {
    /// The effects of a merge; `nil` for another kind.
    var merged: [Effect<Action>]? { if case .merge(let effects) = self { effects } else { nil } }

    /// The effects of a sequence; `nil` for another kind.
    var concatenated: [Effect<Action>]? { if case .concatenate(let effects) = self { effects } else { nil } }

    /// The effects that it is made of.
    fileprivate var parts: [Effect<Action>] {
        switch self {
        case .merge(let effects), .concatenate(let effects): effects
        case .cancel: []
        case .cancellable(let effect, _, _), .limited(let effect, _, _), .delayed(let effect, _),
            .throttled(let effect, _, _, _), .timed(let effect, _, _), .retried(let effect, _):
            [effect]
        }
    }
}

extension CompositeOperation {
    /// Removes and returns the parts that have parts themselves, if nothing else refers to them.
    ///
    /// The other parts are released.
    func takeComposites() -> [CompositeOperation] {
        let parts = kind.parts
        kind = .merge([])
        return parts.compactMap { $0.operation?.composite }
    }
}

extension Effect {
    /// Replaces each effect that has parts of some kind by its parts, in order, down to the last level.
    ///
    /// An effect that was built in steps, `effect = effect.merge(with: other)`, is nested as deep as it has parts. So
    /// it is not performed recursively.
    ///
    /// - Parameters:
    ///   - effects: The effects.
    ///   - parts: The parts of an effect of that kind.
    /// - Returns: The effects of other kinds.
    static func flattened(
        _ effects: [Effect],
        _ parts: (CompositeOperation<Action>.Kind) -> [Effect]?
    ) -> [Effect] {
        func nested(_ effect: Effect) -> [Effect]? { effect.operation?.composite.flatMap { parts($0.kind) } }
        guard effects.contains(where: { nested($0) != nil }) else { return effects }
        var flat: [Effect] = []
        var remaining = [effects[...]]
        while var next = remaining.popLast() {
            guard let effect = next.popFirst() else { continue }
            remaining.append(next)
            if let inner = nested(effect) { remaining.append(inner[...]) } else { flat.append(effect) }
        }
        return flat
    }
}
