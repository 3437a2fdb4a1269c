// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sends actions from a running effect.
///
/// You can use it from any task while the effect runs. After the effect was cancelled, actions are dropped silently. After it ended
/// by itself, they are dropped with a diagnostic: an operation has to wait for the tasks that use its `send`.
public struct Send<Action>: Sendable {
    @usableFromInline let channel: any EffectChannel

    /// A closure around the turn of each action.
    @usableFromInline let around: (@Sendable (_ turn: () -> Void) -> Void)?

    init(_ channel: any EffectChannel, around: (@Sendable (_ turn: () -> Void) -> Void)? = nil) {
        self.channel = channel
        self.around = around
    }

    /// Sends an action, and waits until it and its turn are done.
    ///
    /// - Parameter action: The action; it need not be `Sendable` if the sender does not keep it.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ action: sending Action) async {
        // Everything here is given away, and the call is inlined: nothing is left to do after the action, so an
        // operation that ends with it ends on the store's actor, without a change of threads.
        let operation: EffectOperation = SendOperation(action)
        guard let actor = channel.destination(of: operation) else { return }
        await channel.deliver(consume operation, around, on: consume actor)
    }

    /// Whether the effect was cancelled, so that its actions are dropped.
    public var isCancelled: Bool { channel.isCancelled }

    /// Reports an error that a typed handler does not handle.
    package func report(uncaught error: any Error, site: SourceSite) {
        channel.report(.uncaught(error, site: site))
    }

    /// The same, but with a closure around the turn of each action: for animations.
    ///
    /// - Parameter body: Called on the actor of the store, unless the action is dropped; it has to call its argument.
    /// - Returns: A `Send` with the closure.
    package func surrounding(_ body: @escaping @Sendable (_ turn: () -> Void) -> Void) -> Send {
        guard let around else { return Send(channel, around: body) }
        return Send(channel) { turn in around { body(turn) } }
    }
}

/// The channel through which the `Send` of a running effect reaches the actor of its store.
@usableFromInline
package protocol EffectChannel: AnyObject, Sendable {
    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// The actor of the store; `nil` if the effect is over or its store is gone.
    func destination(of operation: EffectOperation) -> (any Actor)?

    /// Delivers an action where the machine is, unless the effect is over.
    func deliver(
        _ operation: sending EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?,
        on actor: consuming isolated any Actor
    ) async

    /// Reports a diagnostic on behalf of the store.
    func report(_ diagnostic: Diagnostic)
}
