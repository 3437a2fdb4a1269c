// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The context in which an effect is performed: what it lives with, who waits for it, and how its actions reach the store.
struct EffectContext {
    /// The record of the effect that this is a part of.
    var parent: EffectNumber?

    /// Whether something follows the end of that, and so has to be told of it at once.
    var isAwaited = false

    /// The piece of state that the effect lives with.
    var place: EffectLifetime

    /// The identifier of the one operation that comes next.
    var identifier: AnyHashable?

    /// What embeds its actions, the innermost first.
    var way: EffectChain<EffectEmbedding>?

    /// The policies by which its operations are retried, the innermost first.
    var retries: EffectChain<EffectRetry>?

    /// The dependencies of the innermost subtree that overrides its store's.
    var dependencies: Dependencies?

    /// The group that waits for the effect.
    var group: EffectGroup

    /// What may cancel the effect if it belongs to a piece of state or a companion, and not to an action.
    var holder: EffectGroup?

    /// The deferred work that it is a part of.
    var deferral: EffectGroup?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?

    /// Whether only the end of the state ends the effect, and not the task of the action that began it.
    var belongsToState = false
}

/// A list that grows at its front; lists that grew from one share its elements.
///
/// Unchecked Sendable: the elements are constant, and those that are not Sendable are used on a store's actor alone.
final class EffectChain<Element>: @unchecked Sendable {
    let element: Element
    private(set) var rest: EffectChain?

    init(_ element: Element, _ rest: EffectChain?) {
        self.element = element
        self.rest = rest
    }

    deinit {
        // In a loop, so that a long list needs no stack. Nobody else has what is changed here.
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

/// What an action of an effect belongs to.
struct EffectSender {
    /// The group of the action that the effect followed from; `nil` if the runtime started it for itself.
    let group: EffectGroup?

    /// The entry of that action, where entries are recorded.
    let cause: Int?

    /// The piece of state whose effect sent it, if the action may have to wait while that goes away.
    ///
    /// A running effect has none: its state is there, and its actions do not wait in the queue.
    var lifetime: EffectLifetime?
}
