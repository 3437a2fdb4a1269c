// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What an effect sends its actions with.
///
/// It may be kept and used from any task. What is sent after the effect was cancelled is dropped.
public struct Send<Action>: Sendable {
    let channel: any EffectChannel
    let way: EffectWay<Action>

    /// Sends an action, and waits until it and the turn it started are done.
    ///
    /// - Parameter action: The action; it need not be Sendable, as long as the sender does not keep it.
    public func callAsFunction(_ action: sending Action) async {
        await channel.deliver(EffectDelivery(action, by: way))
    }

    /// Whether the effect was cancelled, so that what it sends is dropped.
    public var isCancelled: Bool { channel.isCancelled }

    func reportUncaught(_ error: any Error, site: SourceSite) {
        channel.report(
            Diagnostic(
                .uncaughtEffectError,
                message: "An effect threw \(String(reflecting: error)), and nothing catches it.",
                remedy: "Give the effect a `catch:` closure that sends an action for the failure.",
                site: site
            )
        )
    }
}
