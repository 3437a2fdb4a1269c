// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Gives the effect an identifier by which it can be cancelled.
    ///
    /// An identifier belongs to the child that uses it: two rows of a list may use the same one and do not
    /// cancel each other, and a parent that cancels it cancels it in all its children.
    ///
    /// - Parameters:
    ///   - id: The identifier; any hashable value, most often a case of a private enum.
    ///   - cancelInFlight: Whether effects that already run under the identifier are cancelled first.
    /// - Returns: The effect under that identifier.
    public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
        guard !isNone else { return cancelInFlight ? .cancel(id: id) : .none }
        return Effect(.cancellable(self, id: AnyHashable(id), cancelInFlight: cancelInFlight))
    }

    /// Cancels every effect that runs under the identifier, here and in children.
    public static func cancel(id: some Hashable) -> Effect { Effect(.cancel(AnyHashable(id))) }
}
