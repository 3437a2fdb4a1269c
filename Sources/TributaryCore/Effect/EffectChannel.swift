// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a running effect is for those who hold its `Send`: a way back to the actor of its store.
protocol EffectChannel: AnyObject, Sendable {
    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// Goes to the store's actor and delivers there, unless the effect is over or its store is gone.
    func deliver<Action>(_ action: sending Action, by way: EffectWay<Action>) async

    /// Complains in the name of the store.
    func report(_ diagnostic: Diagnostic)
}

/// The way from an effect's actions to the store's queue, the same for all that the effect sends.
///
/// Unchecked Sendable: the closure belongs to the store's actor; effects carry it, and only their channel calls it,
/// on that actor.
struct EffectWay<Action>: @unchecked Sendable {
    private let body: (Action, EffectLifetime?) -> Void

    init(_ body: @escaping (Action) -> Void) { self.body = { action, _ in body(action) } }

    init(delivering body: @escaping (Action, EffectLifetime?) -> Void) { self.body = body }

    // An effect that runs has a state that is there, and its actions do not wait.
    func callAsFunction(_ action: Action) { body(action, nil) }
}
