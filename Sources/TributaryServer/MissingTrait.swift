// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The target has to compile without each trait, because a trait adds a package. So the compiler reports an error at the first use
// of a missing symbol.

#if !Logging || !Metrics || !Tracing || !Lifecycle
public import TributaryCore
#endif
#if !Metrics
public import TributaryLog
#endif
#if !Logging
extension DiagnosticReporter {
    /// A reporter that logs, with the trait Logging.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Logging\"]) where your package depends on tributary."
    )
    public init(_ logger: some Any) { fatalError() }
}

extension LogSink {
    /// A sink whose entries go to a logger, with the trait Logging.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Logging\"]) where your package depends on tributary."
    )
    public init(_ logger: some Any) { fatalError() }
}

extension StoreActor {
    /// Logs each action, with the trait Logging.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Logging\"]) where your package depends on tributary."
    )
    public func log(to logger: some Any) { fatalError() }
}
#endif

#if !Metrics
extension StoreActor {
    /// Measures the store's actions, effects, and commits, with the trait Metrics.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Metrics\"]) where your package depends on tributary."
    )
    public func measure(as name: String) { fatalError() }
}

/// A log whose commits are measured, with the trait Metrics.
@available(
    *,
    unavailable,
    message: "Write .package(url: …, traits: [\"Metrics\"]) where your package depends on tributary."
)
public final class MeasuredLog: Sendable {
    /// Measures the commits of a log, with the trait Metrics.
    public init(_ log: any Mailbox, as name: String) { fatalError() }
}
#endif

#if !Tracing
extension StoreActor {
    /// Sends an action within a span, with the trait Tracing.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Tracing\"]) where your package depends on tributary."
    )
    public func trace(_ action: Action, as name: String) async throws(CommitError) { fatalError() }
}

extension Dependencies {
    /// Carries the sender's context with actions, with the trait Tracing.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Tracing\"]) where your package depends on tributary."
    )
    public mutating func carryContext() { fatalError() }
}
#endif

#if !Lifecycle
/// Ends something when a program shuts down, with the trait Lifecycle.
@available(
    *,
    unavailable,
    message: "Write .package(url: …, traits: [\"Lifecycle\"]) where your package depends on tributary."
)
public struct ShutdownService: Sendable {
    /// A service that ends something, with the trait Lifecycle.
    public init(_ end: @escaping @Sendable () async -> Void) { fatalError() }

    /// Drains a store, with the trait Lifecycle.
    public init<State, Action>(_ store: StoreActor<State, Action>) { fatalError() }
}
#endif
