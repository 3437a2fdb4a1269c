// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What happens to an effect when others with a policy already run under its identifier.
///
/// A policy counts whole effects: a merge or a sequence counts as one, until its last part has ended. It counts the
/// effects of the same child's state, and only those that have a policy; others under the identifier run beside them.
/// If policies differ, the limit of the first effect counts as long as any runs or waits, and each effect's own
/// overflow. Cancelling the identifier cancels all of them, and drops those that wait.
public struct EffectPolicy: Hashable, Sendable {
    /// What happens to an effect for which no place is free.
    public enum Overflow: Hashable, Sendable {
        /// It waits, and begins after those that came before it.
        case queue
        /// It waits in place of the effect that waited before, which is dropped.
        case queueLatest
        /// It is dropped.
        case refuse
        /// It begins, and the oldest running effect is cancelled.
        case cancelOldest
    }

    /// How many effects may run at once.
    public let limit: Int

    /// What happens to an effect beyond the limit.
    public let overflow: Overflow

    /// The newest effect cancels those before it, exactly as with `cancelInFlight: true`.
    public static let newestWins = EffectPolicy(limit: 1, overflow: .cancelOldest)

    /// An effect is dropped while another runs.
    public static let oldestWins = EffectPolicy(limit: 1, overflow: .refuse)

    /// Effects run one after the other, in the order of their actions.
    public static let queue = EffectPolicy(limit: 1, overflow: .queue)

    /// At most some number of effects runs at once.
    ///
    /// - Parameters:
    ///   - limit: How many; fewer than one counts as one, and is a diagnostic.
    ///   - overflow: What happens to an effect beyond the limit.
    /// - Returns: The policy.
    public static func atMost(_ limit: Int, whenFull overflow: Overflow = .queue) -> EffectPolicy {
        EffectPolicy(limit: limit, overflow: overflow)
    }
}
