// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The way back from an effect that has a subtree's dependencies, to a store that has others.
///
/// The turn that an action starts runs within the effect's task. What is reduced there belongs to all of the store, so
/// the subtree's dependencies are put aside for as long as it takes.
final class SubtreeChannel: EffectChannel {
    private let channel: any EffectChannel
    private let outer: Dependencies?

    /// - Parameter channel: The way of effects with the store's own dependencies, which are those that count here.
    init(_ channel: any EffectChannel) {
        self.channel = channel
        outer = .overriding
    }

    var isCancelled: Bool { channel.isCancelled }

    func deliver<Action>(_ action: sending Action, by way: EffectWay<Action>) async {
        // Nobody else has it: it was handed over to be handed on, once, by the closure below.
        nonisolated(unsafe) let action = action
        await Dependencies.$overriding.withValue(outer) { await channel.deliver(action, by: way) }
    }

    func report(_ diagnostic: Diagnostic) { channel.report(diagnostic) }
}
