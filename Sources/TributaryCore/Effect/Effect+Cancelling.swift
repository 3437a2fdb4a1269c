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
        guard !isNone else { return cancelInFlight ? .cancel(id: id) : .none }
        return Effect(.cancellable(self, id: AnyHashable(id), cancelInFlight: cancelInFlight))
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
        return isNone ? .none : Effect(.limited(self, id: AnyHashable(id), policy: policy))
    }

    /// Cancels every effect that runs or waits under the identifier, here and in children.
    public static func cancel(id: some Hashable) -> Effect { Effect(.cancel(AnyHashable(id))) }
}
