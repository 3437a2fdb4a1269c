// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The operation that an effect performs.
///
/// It is a class, with one subclass for each kind that is performed often. Code that does not know the type of the
/// actions needs no metadata of it to pass on an object.
@usableFromInline
package class EffectOperation<Action> {
    @inlinable
    init() {}

    /// The operation as one with parts, or with a special way of being performed; `nil` for the others.
    var composite: CompositeOperation<Action>? { nil }

    /// The operation as an action that follows; `nil` for the others.
    var followUp: SendOperation<Action>? { nil }

    /// The operation as one asynchronous operation, with an identifier or without; `nil` for the others.
    var work: EffectWork<Action>? { nil }

    /// The operation as one with an identifier; `nil` for the others.
    var cancellable: CancellableOperation<Action>? { nil }

    /// Whether it is made of other effects.
    var hasParts: Bool { false }

    /// Removes and returns the parts that have parts themselves.
    ///
    /// The other parts are released.
    func takeNested() -> [EffectOperation] { [] }

    /// Performs the effect.
    func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        preconditionFailure("An operation is of a kind.")
    }
}

/// A follow-up action.
@usableFromInline
package class SendOperation<Action>: EffectOperation<Action> {
    package final let action: Action

    /// The context in which it was sent, where that goes with actions.
    var context: (any Sendable)? { nil }

    /// Whether it is a step, or an action of one: the machine knows more.
    var isOfStep: Bool { false }

    @usableFromInline
    init(_ action: Action) { self.action = action }

    final override var followUp: SendOperation? { self }

    final override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.send(action)
        completion?()
    }
}

/// An operation with parts, or with a special way of being performed.
@usableFromInline
package final class CompositeOperation<Action>: EffectOperation<Action> {
    var kind: Kind

    @usableFromInline
    package enum Kind {
        case merge([Effect<Action>])
        case concatenate([Effect<Action>])
        case cancel(AnyHashable)
        case limited(Effect<Action>, id: AnyHashable, policy: EffectPolicy)
        case delayed(Effect<Action>, EffectTimer)
        case throttled(Effect<Action>, id: AnyHashable, EffectTimer, latest: Bool)
        case timed(Effect<Action>, EffectTimer, EffectTimeout<Action>)
        case retried(Effect<Action>, EffectRetry)
    }

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }

    deinit { releaseNested() }

    override var composite: CompositeOperation? { self }

    override var hasParts: Bool { true }

    override func takeNested() -> [EffectOperation<Action>] {
        let parts = kind.parts
        kind = .merge([])
        return parts.compactMap { $0.operation?.hasParts == true ? $0.operation : nil }
    }

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
        case .limited(let effect, _, _), .delayed(let effect, _), .throttled(let effect, _, _, _),
            .timed(let effect, _, _), .retried(let effect, _):
            [effect]
        }
    }
}

extension EffectOperation {
    /// Releases the parts, for a `deinit`.
    ///
    /// Effects may be nested as deep as a program likes. Recursive release would overflow the stack.
    fileprivate func releaseNested() {
        var nested = takeNested()
        while var operation = nested.popLast() {
            if isKnownUniquelyReferenced(&operation) { nested += operation.takeNested() }
        }
    }
}

/// An effect with an identifier by which it can be cancelled.
final class CancellableOperation<Action>: EffectOperation<Action> {
    private var operation: EffectOperation<Action>?
    let identifier: AnyHashable

    /// Whether effects that run under the identifier are cancelled first.
    let cancelsInFlight: Bool

    init(_ operation: EffectOperation<Action>, identifier: AnyHashable, cancelsInFlight: Bool) {
        self.operation = operation
        self.identifier = identifier
        self.cancelsInFlight = cancelsInFlight
    }

    deinit { if operation?.hasParts == true { releaseNested() } }

    override var work: EffectWork<Action>? {
        guard let operation, operation.cancellable == nil else { return nil }
        return operation.work
    }

    override var cancellable: CancellableOperation? { self }

    override var hasParts: Bool { true }

    override func takeNested() -> [EffectOperation<Action>] {
        guard let taken = operation.take(), taken.hasParts else { return [] }
        return [taken]
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        if cancelsInFlight { context.performer.cancel(identifier, within: context.lifetime) }
        operation?.perform(in: context.identified(by: identifier), completion: completion)
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
