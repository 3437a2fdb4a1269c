// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A node of the effect that a reducer returns.
///
/// It is not generic, so that a store takes effects apart without looking up types. `Effect<Action>` is the only place
/// where an operation meets its actions' type, and each conversion below relies on it.
@usableFromInline package class EffectOperation {
    /// The ways to be asynchronous, made of other operations, or performed in a special way.
    package enum Kind {
        case work(EffectWork)
        case merge([EffectOperation])
        case concatenate([EffectOperation])
        case cancel(AnyHashable)
        case cancellable(
            EffectOperation,
            id: AnyHashable,
            cancelsInFlight: Bool,
            belongsToState: Bool = false
        )
        /// With a window, the policy counts the times in which no other effect begins, and not the effects.
        case limited(EffectOperation, id: AnyHashable, policy: EffectPolicy, window: EffectTimer? = nil)
        case delayed(EffectOperation, EffectTimer)
        /// If it takes too long, it is cancelled, and the action is sent.
        case timed(EffectOperation, EffectTimer, sending: EffectOperation)
        case retried(EffectOperation, RetryPolicy)
        case embedded(EffectOperation, EffectEmbedding, link: StateLink?, element: AnyHashable?)
        case depending(EffectOperation, Dependencies)
        case deferred(() -> EffectOperation?)
        case heldByCompanion(EffectOperation)
    }

    @inlinable
    init() {}

    /// The operation as data; `nil` if it only sends an action.
    package final var kind: Kind? { content }

    /// The kind, as subclasses state it.
    var content: Kind? { nil }

    /// The action in words, of an operation that sends one.
    var actionText: String { "" }

    /// The operation as a step of an undo history; `nil` for the others.
    var step: StepOperation? { nil }

    /// The action of a parent that the operation sends; `nil` if it sends none, or one on the way drops it.
    package final func action<Action>(embeddedBy way: EffectChain<EffectEmbedding>?) -> Action? {
        (embed(self, by: way) as? SendOperation<Action>)?.action
    }
}

/// An action that follows: in an effect, on its way from a task, and in the queue.
@usableFromInline class SendOperation<Action>: EffectOperation {
    final let action: Action

    /// The context in which it was sent, if actions carry contexts.
    final let context: (any Sendable)?

    @usableFromInline init(_ action: Action) { (self.action, context) = (action, nil) }

    init(_ action: Action, in context: (any Sendable)?) { (self.action, self.context) = (action, context) }

    final override var actionText: String { String(reflecting: action) }
}

/// Turns an action of a child into one of its parent; `nil` drops it.
package typealias EffectEmbedding = (EffectOperation) -> EffectOperation?

/// An operation that is made of others, or performed in a special way.
final class CompositeOperation: EffectOperation {
    private var value: Kind

    init(_ value: Kind) { self.value = value }

    override var content: Kind? { value }

    deinit {
        // In a loop and not one by the other: effects may be nested as deep as a program likes.
        var nested = takeParts()
        while var operation = nested.popLast() {
            if isKnownUniquelyReferenced(&operation) { nested += operation.takeParts() }
        }
    }

    /// Removes and returns the parts that have parts themselves, and releases the others.
    private func takeParts() -> [CompositeOperation] {
        let parts: [EffectOperation] =
            switch value {
            case .merge(let operations), .concatenate(let operations): operations
            case .work, .cancel, .deferred: []
            case .cancellable(let operation, _, _, _), .limited(let operation, _, _, _),
                .delayed(let operation, _), .timed(let operation, _, _), .retried(let operation, _),
                .embedded(let operation, _, _, _), .depending(let operation, _),
                .heldByCompanion(let operation):
                [operation]
            }
        value = .merge([])
        return parts.compactMap { $0 as? CompositeOperation }
    }
}

/// A list that grows at its front; lists that grew from one share its elements.
///
/// Unchecked Sendable: the elements are constant, and those that are not Sendable are used on a store's actor alone.
package final class EffectChain<Element>: @unchecked Sendable {
    let element: Element
    private(set) var rest: EffectChain?

    package init(_ element: Element, _ rest: EffectChain?) {
        self.element = element
        self.rest = rest
    }

    deinit {
        // Most lists have one element, and the loop looks up its type.
        guard rest != nil else { return }
        // In a loop, so that a long list needs no stack. Each changed node has no other owner.
        var next = rest.take()
        while next != nil, isKnownUniquelyReferenced(&next) { next = next?.rest.take() }
    }
}

/// Turns an action of an effect into an action of the machine; `nil` if a parent drops it.
func embed(_ operation: EffectOperation, by way: EffectChain<EffectEmbedding>?) -> EffectOperation? {
    var operation = operation
    var next = way
    while let embedding = next {
        guard let embedded = embedding.element(operation) else { return nil }
        operation = embedded
        next = embedding.rest
    }
    return operation
}
