// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sends the actions of an effect.
///
/// It may be used from any task as long as the effect runs. Actions that are sent after the effect was cancelled are
/// dropped silently. Actions that are sent after it has ended by itself are dropped with a diagnostic: an operation
/// has to wait for the tasks that use its `send`.
public struct Send<Action>: Sendable {
    let channel: any EffectChannel
    let way: EffectWay<Action>

    /// Sends an action, and waits until it and the turn it started are done.
    ///
    /// - Parameter action: The action; it need not be Sendable, as long as the sender does not keep it.
    public func callAsFunction(_ action: sending Action) async { await channel.deliver(action, by: way) }

    /// Whether the effect was cancelled, so that what it sends is dropped.
    public var isCancelled: Bool { channel.isCancelled }

    /// Reports an error that a typed handler does not handle.
    package func report(uncaught error: any Error, site: SourceSite) {
        channel.report(.uncaught(error, site: site))
    }
}
