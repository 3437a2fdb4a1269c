// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a running effect is for those who hold its `Send`: a way back to the actor of its store.
protocol EffectChannel: Sendable {
    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// Goes to the store's actor and delivers there, unless the effect was cancelled or its store is gone.
    func deliver(_ delivery: EffectDelivery) async

    /// Complains in the name of the store.
    func report(_ diagnostic: Diagnostic)
}

/// Something on its way from an effect to the actor of its store: an action, or the news that it has ended.
///
/// Unchecked Sendable: it holds a closure of the store's actor, and at most an action that its sender gave
/// away. It is called once, on the actor that owns the machine; on the way there nobody looks inside.
struct EffectDelivery: @unchecked Sendable {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    init<Action>(_ action: Action, by way: EffectWay<Action>) {
        body = { way.deliver(action) }
    }

    func callAsFunction() { body() }
}

/// The way from an effect's actions to the store's queue, the same for all that the effect sends.
///
/// Unchecked Sendable: the closure belongs to the store's actor; effects carry it, and only an
/// `EffectDelivery`, which the machine calls on that actor, calls it.
struct EffectWay<Action>: @unchecked Sendable {
    fileprivate let deliver: (Action) -> Void

    init(_ deliver: @escaping (Action) -> Void) { self.deliver = deliver }
}
