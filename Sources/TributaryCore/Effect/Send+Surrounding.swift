// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Send {
    /// The same, but with a closure around the turn of each action: for animations.
    ///
    /// - Parameter body: Called on the actor of the store, unless the action is dropped; it has to call its argument.
    /// - Returns: What sends so.
    package func surrounding(_ body: @escaping @Sendable (_ turn: () -> Void) -> Void) -> Send {
        Send(
            channel: channel,
            way: EffectWay { [way] action, sender in body { way(action, from: sender) } }
        )
    }
}
