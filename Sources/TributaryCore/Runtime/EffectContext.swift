// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The context of an effect: its piece of state, its groups, and the path of its actions to the store.
struct EffectContext {
    /// The record of the effect that this is a part of.
    var parent: EffectNumber?

    /// Whether the end of the effect has to be reported at once, because another effect follows it.
    var isAwaited = false

    /// The piece of state that the effect lives with.
    var place: EffectLifetime

    /// The identifier of the one operation that comes next.
    var identifier: AnyHashable?

    /// The embeddings of its actions, the innermost first.
    var way: EffectChain<EffectEmbedding>?

    /// The policies by which its operations are retried, the innermost first.
    var retries: EffectChain<EffectRetry>?

    /// The dependencies of the innermost subtree that overrides its store's.
    var dependencies: Dependencies?

    /// The group that waits for the effect.
    var group: EffectGroup

    /// The group that may cancel the effect if it belongs to a piece of state or a companion, and not to an action.
    var holder: EffectGroup?

    /// The deferred work that it is a part of.
    var deferral: EffectGroup?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?

    /// Whether only the end of the state ends the effect, and not the task of the action that began it.
    var belongsToState = false
}

/// The group, the cause, and the piece of state of an action that an effect sends.
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
