// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !Inspector
public import TributaryCore
public import TributaryLog

// The target has to compile without the trait, or the package could not be built without it. So the compiler reports
// the error at the first use: with this message, or with the name of the type where it shows only that.

/// A placeholder for an inspector in a package without its trait.
@available(*, unavailable, message: "TributaryInspector needs the package trait Inspector.")
public struct TributaryInspectorNeedsTheTraitInspector: Error {}

/// Shows every action of stores in a browser, with the trait Inspector.
@available(
    *,
    unavailable,
    message: """
        Write .package(url: …, traits: ["Inspector"]) where your package depends on tributary; without the trait, the \
        server that the inspector needs is not fetched.
        """
)
public final class Inspector: Sendable {
    /// Starts an inspector, with the trait Inspector.
    @MainActor
    public static func serve<State, Action>(
        _ store: Store<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration()
    ) async throws -> Inspector { fatalError() }

    /// Starts an inspector, with the trait Inspector.
    @MainActor
    public static func serve<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: Store<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> Inspector { fatalError() }

    /// Starts an inspector, with the trait Inspector.
    public static func serve<State, Action>(
        _ store: StoreActor<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration()
    ) async throws -> Inspector { fatalError() }

    /// Starts an inspector, with the trait Inspector.
    public static func serve<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> Inspector { fatalError() }

    /// Shows another store on the same page, with the trait Inspector.
    @MainActor
    public func add<State, Action>(_ store: Store<State, Action>, name: String) throws { fatalError() }

    /// Shows another store on the same page, with the trait Inspector.
    @MainActor
    public func add<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: Store<State, Action>,
        name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) throws { fatalError() }

    /// Shows another store on the same page, with the trait Inspector.
    public func add<State, Action>(_ store: StoreActor<State, Action>, name: String) async throws {
        fatalError()
    }

    /// Shows another store on the same page, with the trait Inspector.
    public func add<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws { fatalError() }

    /// The address with its token, with the trait Inspector.
    public var address: String { fatalError() }

    /// Ends the inspector, with the trait Inspector.
    public func end() async { fatalError() }
}

/// Answers questions about a journal, with the trait Inspector.
@available(
    *,
    unavailable,
    message: """
        Write .package(url: …, traits: ["Inspector"]) where your package depends on tributary; without the trait, the \
        server that answers questions is not fetched.
        """
)
public final class QuestionServer: Sendable {
    /// Starts a server, with the trait Inspector.
    public static func serve<State: Codable, Action: Journaled, R: Reducer<State, Action>>(
        journal: any ActionLog,
        name: String? = nil,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> QuestionServer { fatalError() }
}
#endif
