// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
extension Publisher where Failure == Never, Output: Sendable {
    /// Sends everything that is published to a store, as actions.
    ///
    /// ```swift
    /// ticks.map { _ in .tick }.send(to: store).store(in: &cancellables)
    /// ```
    /// It may be published on any thread. On the main actor the turn is over when the publisher goes on; what comes
    /// from others is sent on the main actor, in the order in which it came.
    ///
    /// - Parameter store: The store, or a scope of one; kept alive by the subscription.
    /// - Returns: Ends the subscription when it is cancelled or dropped.
    @MainActor
    public func send<State>(to store: Store<State, Output>) -> AnyCancellable {
        let arrivals = Arrivals<Output> { store.send($0) }
        // Nonisolated, as it is called on any thread.
        return sink { @Sendable value in arrivals.add(value) }
    }

    /// Sends everything that is published to a module, as inputs.
    ///
    /// It may be published on any thread, as with `send(to:)` of a store.
    ///
    /// - Parameter module: The module; kept alive by the subscription.
    /// - Returns: Ends the subscription when it is cancelled or dropped.
    @MainActor
    public func send<ModuleOutput, State>(
        to module: Module<Output, ModuleOutput, State>
    ) -> AnyCancellable {
        let arrivals = Arrivals<Output> { module.send($0) }
        // Nonisolated, as it is called on any thread.
        return sink { @Sendable value in arrivals.add(value) }
    }
}
#endif
