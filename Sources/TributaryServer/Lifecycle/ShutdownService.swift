// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import ServiceLifecycle
public import TributaryCore

/// Runs a closure, or closes a store, at its place in a program's graceful shutdown.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [ShutdownService { await journal.close() }, ShutdownService(shop), server],
///     gracefulShutdownSignals: [.sigterm],
///     logger: logger
/// )
/// try await group.run()
/// ```
/// A group shuts down its services in reverse order, each after the next one has ended. So put the server last: it stops taking
/// requests first. Then stores finish their effects, and then the journal closes, when no commit is left to write.
public struct ShutdownService: ServiceLifecycle.Service {
    private let end: @Sendable () async -> Void

    /// A service that does nothing until the shutdown.
    ///
    /// - Parameter end: Called at the shutdown, or when the service is cancelled.
    public init(_ end: @escaping @Sendable () async -> Void) { self.end = end }

    /// Drains a store at the shutdown, and closes it.
    ///
    /// Delayed and debounced effects begin at once, and the service waits for running effects. Effects without an end, such as a
    /// stream, are cancelled when the time is over.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - limit: How long to wait for effects.
    ///   - clock: Measures that time.
    public init<State, Action>(
        _ store: StoreActor<State, Action>,
        draining limit: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init {
            await drain(for: limit, clock) {
                await store.flush()
                await store.finish()
            }
            await store.close()
        }
    }

    /// Waits for the shutdown, and ends.
    public func run() async throws {
        // A cancelled task shuts down, too: acknowledged commits are kept, and other callers get an error.
        try? await gracefulShutdown()
        await end()
    }
}

/// Does something for a time at most.
private func drain(
    for limit: Duration,
    _ clock: any Clock<Duration>,
    _ body: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await body() }
        group.addTask { try? await clock.sleep(for: limit) }
        await group.next()
        group.cancelAll()
    }
}
#endif
