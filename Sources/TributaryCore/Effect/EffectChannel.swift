// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a running effect is for those who hold its `Send`: a way back to the actor of its store.
protocol EffectChannel<Action>: AnyObject, Sendable {
    associatedtype Action

    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// Goes to the store's actor and delivers there, unless the effect is over or its store is gone.
    func deliver(_ action: sending Action) async

    /// Complains in the name of the store.
    func report(_ diagnostic: Diagnostic)
}
