// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sends the actions of an effect.
///
/// It may be used from any task as long as the effect runs. Actions that are sent after the effect was cancelled are
/// dropped silently. Actions that are sent after it has ended by itself are dropped with a diagnostic: an operation
/// has to wait for the tasks that use its `send`.
public struct Send<Action>: Sendable {
    @usableFromInline let channel: any EffectChannel
    @usableFromInline let way: EffectWay<Action>

    package init(channel: any EffectChannel, way: EffectWay<Action>) {
        self.channel = channel
        self.way = way
    }

    /// Sends an action, and waits until it and the turn it started are done.
    ///
    /// - Parameter action: The action; it need not be Sendable, as long as the sender does not keep it.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ action: sending Action) async {
        // Everything here is given away, and the call is inlined: nothing is left to do after the action, so an
        // operation that ends with it ends on the store's actor, without a change of threads.
        let operation = SendOperation(action)
        guard let actor = channel.destination(of: operation) else { return }
        await channel.deliver(consume operation, by: way, on: consume actor)
    }

    /// Whether the effect was cancelled, so that what it sends is dropped.
    public var isCancelled: Bool { channel.isCancelled }

    /// Reports an error that a typed handler does not handle.
    package func report(uncaught error: any Error, site: SourceSite) {
        channel.report(.uncaught(error, site: site))
    }
}

/// The channel through which the `Send` of a running effect reaches the actor of its store.
@usableFromInline
package protocol EffectChannel: AnyObject, Sendable {
    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// The actor of the store; `nil` if the effect is over or its store is gone.
    func destination<Action>(of operation: SendOperation<Action>) -> (any Actor)?

    /// Delivers on the store's actor, unless the effect is over.
    func deliver<Action>(
        _ operation: sending SendOperation<Action>,
        by way: EffectWay<Action>,
        on actor: consuming isolated any Actor
    ) async

    /// Delivers now, on the store's actor.
    func deliver<Action>(_ action: Action, by way: EffectWay<Action>)

    /// Reports a diagnostic on behalf of the store.
    func report(_ diagnostic: Diagnostic)
}

/// The way from an effect's actions to the store's queue, the same for all that the effect sends.
///
/// Unchecked Sendable: the closure belongs to the store's actor; effects carry it, and only their channel calls it,
/// on that actor.
@usableFromInline
package struct EffectWay<Action>: @unchecked Sendable {
    private let body: (Action, EffectSender) -> Void

    package init(_ body: @escaping (Action, EffectSender) -> Void) { self.body = body }

    func callAsFunction(_ action: Action, from sender: EffectSender) { body(action, sender) }
}

/// What an action of an effect belongs to.
///
/// It is given with each action, so that one way serves all effects of a machine's own reducer.
package struct EffectSender {
    /// The group of the action that the effect followed from; `nil` if the runtime started it for itself.
    let group: AnyObject?

    /// The entry of that action, where entries are recorded.
    let cause: Int?

    /// The piece of state whose effect sent it, if the action may have to wait while that goes away.
    ///
    /// A running effect has none: its state is there, and its actions do not wait in the queue.
    var lifetime: EffectLifetime?
}
