// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Gives the effect an identifier by which it can be cancelled.
    ///
    /// An identifier belongs to the child that uses it. Two rows of a list may use the same one and do not cancel
    /// each other. A parent that cancels it cancels it in all its children.
    ///
    /// - Parameters:
    ///   - id: The identifier; any hashable value, most often a case of a private enum.
    ///   - cancelInFlight: Whether effects that already run under the identifier are cancelled first.
    /// - Returns: The effect under that identifier.
    public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
        guard let operation else { return cancelInFlight ? .cancel(id: id) : .none }
        return Effect(
            .cancellable(operation, id: AnyHashable(id), cancelsInFlight: cancelInFlight)
        )
    }

    /// Gives the effect an identifier, and a policy for when other effects already run under it.
    ///
    /// An effect that waits has a task that waits. The wait ends with its child's state and its store (law 8), and
    /// `finish()` waits for it. Cancelling the task of its action or its identifier drops it. When it begins it
    /// inherits the task-local values of the sender of its own action.
    ///
    /// A dropped effect counts as ended: a sequence continues after it. A place is free when an effect has ended, or
    /// when it was cancelled by an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier; it belongs to the child that uses it.
    ///   - policy: Which effects run, wait, are dropped or cancelled.
    /// - Returns: The effect under that identifier.
    public func cancellable(id: some Hashable, policy: EffectPolicy) -> Effect {
        guard policy != .newestWins else { return cancellable(id: id, cancelInFlight: true) }
        return operation.map { Effect(.limited($0, id: AnyHashable(id), policy: policy)) } ?? self
    }

    /// Cancels every effect that runs or waits under the identifier, here and in children.
    public static func cancel(id: some Hashable) -> Effect { Effect(.cancel(AnyHashable(id))) }
}

/// The treatment of an effect if others with a policy already run under its identifier.
///
/// A policy counts whole effects: a merge or a sequence counts as one, until its last part has ended. It counts the effects of the
/// same child's state, and only those that have a policy; others under the identifier run independently. If policies differ, the
/// limit of the first effect applies while any effect runs or waits, and each effect uses its own overflow. Cancelling the
/// identifier cancels all running effects and drops the waiting ones.
public struct EffectPolicy: Hashable, Sendable {
    /// The treatment of an effect beyond the limit.
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
    ///   - overflow: The treatment of an effect beyond the limit.
    /// - Returns: The policy.
    public static func atMost(_ limit: Int, whenFull overflow: Overflow = .queue) -> EffectPolicy {
        EffectPolicy(limit: limit, overflow: overflow)
    }
}
