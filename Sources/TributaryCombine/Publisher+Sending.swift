// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
extension Publisher where Failure == Never, Output: Sendable {
    /// Sends all published values to a store, as actions.
    ///
    /// ```swift
    /// ticks.map { _ in .tick }.send(to: store).store(in: &cancellables)
    /// ```
    /// Values may be published on any thread. On the main actor, the turn is over before the publisher continues.
    /// Values from other threads are sent on the main actor, in the order in which they came.
    ///
    /// - Parameter store: The store, or a scope of one; kept alive by the subscription.
    /// - Returns: Ends the subscription when it is cancelled or dropped.
    @MainActor
    public func send<State>(to store: Store<State, Output>) -> AnyCancellable {
        let arrivals = Arrivals<Output> { store.send($0) }
        // Nonisolated, because it is called on any thread.
        return sink { @Sendable value in arrivals.add(value) }
    }

    /// Sends all published values to a module, as inputs.
    ///
    /// Values may be published on any thread, as with `send(to:)` of a store.
    ///
    /// - Parameter module: The module; kept alive by the subscription.
    /// - Returns: Ends the subscription when it is cancelled or dropped.
    @MainActor
    public func send<ModuleOutput, State>(
        to module: Module<Output, ModuleOutput, State>
    ) -> AnyCancellable {
        let arrivals = Arrivals<Output> { module.send($0) }
        // Nonisolated, because it is called on any thread.
        return sink { @Sendable value in arrivals.add(value) }
    }
}
#endif
