// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The target has to compile without the trait, because the trait adds packages. So the compiler reports an error at the first use
// of a missing symbol.

#if !Server
public import TributaryCore
public import TributaryLog

extension DiagnosticReporter {
    /// A reporter that logs, with the trait Server.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
    )
    public init(_ logger: some Any) { fatalError() }
}

extension StoreActor {
    /// Logs each action, with the trait Server.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
    )
    public func log(to logger: some Any) { fatalError() }
}

extension StoreActor {
    /// Measures the store's actions, effects, and commits, with the trait Server.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
    )
    public func measure(as name: String) { fatalError() }
}

/// A log whose commits are measured, with the trait Server.
@available(
    *,
    unavailable,
    message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
)
public final class MeasuredLog: Sendable {
    /// Measures the commits of a log, with the trait Server.
    public init(_ log: any Mailbox, as name: String) { fatalError() }
}

extension StoreActor {
    /// Sends an action within a span, with the trait Server.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
    )
    public func trace(_ action: Action, as name: String) async throws(CommitError) { fatalError() }
}

extension Dependencies {
    /// Carries the sender's context with actions, with the trait Server.
    @available(
        *,
        unavailable,
        message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
    )
    public mutating func carryContext() { fatalError() }
}

/// Ends something when a program shuts down, with the trait Server.
@available(
    *,
    unavailable,
    message: "Write .package(url: …, traits: [\"Server\"]) where your package depends on tributary."
)
public struct ShutdownService: Sendable {
    /// A service that ends something, with the trait Server.
    public init(_ end: @escaping @Sendable () async -> Void) { fatalError() }

    /// Drains a store, with the trait Server.
    public init<State, Action>(_ store: StoreActor<State, Action>) { fatalError() }
}
#endif
