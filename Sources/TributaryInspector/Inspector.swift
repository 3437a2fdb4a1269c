// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Foundation
public import TributaryCore

/// Shows each action of stores in a browser, and travels in time.
///
/// ```swift
/// let inspector = try await Inspector.serve(store, name: "Newsroom") { App() }
/// // Inspect Newsroom at http://127.0.0.1:51034/?token=8c3f…
/// ```
/// The page lists the actions with their origin and cause, and shows the state, each action's changes, and its effects with their
/// ends. It lets the app show an earlier state, sends actions that you type, and opens and writes session files of Redux DevTools.
/// With the reducer, as above, it also shows the result of leaving out or reordering actions. Then it keeps its own list of the
/// actions, and answers on another actor, so state and action have to be `Sendable`.
///
/// Use it for development. The page shows the state and can send actions, so the server accepts only requests from this machine
/// with its token. A `Secret` is never shown. An inspected store keeps its newest states and actions (`InspectorLimits`), and each
/// action takes the slower path through the store. Values are reflected only when a page shows them. A store that is not inspected
/// has no overhead.
///
/// The inspector ends when it is released or the last of its stores is.
public final class Inspector: Sendable {
    /// The address with its token, as it was printed.
    public var address: String { server.address }

    let server: InspectorServer
    private let configuration: InspectorConfiguration

    private init(_ configuration: InspectorConfiguration) async throws {
        self.configuration = configuration
        server = try await InspectorServer(configuration)
        // The stores that keep the hub may live longer than the server.
        server.hub.onLastEnd { [weak server] in
            guard let server else { return }
            Task { await server.stop() }
        }
    }

    deinit {
        let server = server
        Task { await server.stop() }
    }

    /// Ends the inspector: the address leads nowhere, and the stores are as before.
    public func end() async { await server.stop() }

    private func announce(_ name: String) {
        configuration.print("Inspect \(name) at \(address)")
    }

    private func makeTimeline<State, Action>(
        _ machine: Machine<State, Action>,
        id: String,
        _ following: Following<State, Action>?
    ) throws(InspectorError) {
        let hub = server.hub
        _ = try Timeline(
            attachingTo: machine,
            limits: configuration.limits,
            now: configuration.now,
            following: following,
            changed: { [weak hub] in hub?.mark(id) },
            ended: { [weak hub] in hub?.remove(id) }
        )
    }
}

// MARK: - Stores of the main actor

extension Inspector {
    /// Starts an inspector for a store, and prints its address.
    ///
    /// - Parameters:
    ///   - store: A whole store.
    ///   - name: The store's name on the page.
    ///   - configuration: The port, and how much is kept.
    /// - Returns: The inspector, which ends when it is released.
    /// - Throws: An `InspectorError`.
    @MainActor
    public static func serve<State, Action>(
        _ store: Store<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration()
    ) async throws -> Inspector {
        let inspector = try await Inspector(configuration)
        try inspector.add(store, name: name)
        inspector.announce(name)
        return inspector
    }

    /// Starts an inspector with the reducer, so that it can replay actions.
    ///
    /// - Parameters:
    ///   - store: A whole store.
    ///   - name: The store's name on the page.
    ///   - configuration: The port, and how much is kept.
    ///   - reducer: The reducer of the store; actions are replayed on an actor of the inspector.
    /// - Returns: The inspector, which ends when it is released.
    /// - Throws: An `InspectorError`.
    @MainActor
    public static func serve<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: Store<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> Inspector {
        let inspector = try await Inspector(configuration)
        try inspector.add(store, name: name, reducer: reducer)
        inspector.announce(name)
        return inspector
    }

    /// Shows another store on the same page.
    ///
    /// - Parameters:
    ///   - store: A whole store.
    ///   - name: The store's name on the page.
    /// - Throws: An `InspectorError`.
    @MainActor
    public func add<State, Action>(_ store: Store<State, Action>, name: String) throws {
        try add(store, name) { _ in nil }
    }

    /// Shows another store on the same page, with its reducer, so that it can replay actions.
    ///
    /// - Parameters:
    ///   - store: A whole store.
    ///   - name: The store's name on the page.
    ///   - reducer: The reducer of the store; actions are replayed on an actor of the inspector.
    /// - Throws: An `InspectorError`.
    @MainActor
    public func add<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: Store<State, Action>,
        name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) throws {
        let limits = configuration.limits
        try add(store, name) { Following($0, limits, reducer) }
    }

    @MainActor
    private func add<State, Action>(
        _ store: Store<State, Action>,
        _ name: String,
        follow: (Machine<State, Action>) -> Following<State, Action>?
    ) throws {
        guard let machine = store.wholeMachine else { throw InspectorError.notWhole }
        let id = server.hub.makeID()
        let following = follow(machine)
        try makeTimeline(machine, id: id, following)
        let living = LivingStore<State, Action>(reader: following?.reader) { @MainActor [weak store] work in
            guard let machine = store?.wholeMachine else { return nil }
            return try await work(machine)
        }
        server.hub.add(.init(id: id, name: name, kind: .store, store: living, copy: nil))
    }
}

// MARK: - Stores on actors of their own

extension Inspector {
    /// Starts an inspector for a store on an actor of its own, and prints its address.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    ///   - configuration: The port, and how much is kept.
    /// - Returns: The inspector, which ends when it is released.
    /// - Throws: An `InspectorError`.
    public static func serve<State, Action>(
        _ store: StoreActor<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration()
    ) async throws -> Inspector {
        let inspector = try await Inspector(configuration)
        try await inspector.add(store, name: name)
        inspector.announce(name)
        return inspector
    }

    /// Starts an inspector with the reducer, so that it can replay actions.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    ///   - configuration: The port, and how much is kept.
    ///   - reducer: The reducer of the store; actions are replayed on an actor of the inspector.
    /// - Returns: The inspector, which ends when it is released.
    /// - Throws: An `InspectorError`.
    public static func serve<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        name: String,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> Inspector {
        let inspector = try await Inspector(configuration)
        try await inspector.add(store, name: name, reducer: reducer)
        inspector.announce(name)
        return inspector
    }

    /// Shows another store on the same page.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    /// - Throws: An `InspectorError`.
    public func add<State, Action>(_ store: StoreActor<State, Action>, name: String) async throws {
        try await add(store, name) { _ in nil }
    }

    /// Shows another store on the same page, with its reducer, so that it can replay actions.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    ///   - reducer: The reducer of the store; actions are replayed on an actor of the inspector.
    /// - Throws: An `InspectorError`.
    public func add<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws {
        let limits = configuration.limits
        try await add(store, name) { Following($0, limits, reducer) }
    }

    private func add<State, Action>(
        _ store: StoreActor<State, Action>,
        _ name: String,
        follow: @escaping @Sendable (Machine<State, Action>) -> Following<State, Action>?
    ) async throws {
        let id = server.hub.makeID()
        let reader = try await store.withMachine { machine in
            let following = follow(machine)
            try self.makeTimeline(machine, id: id, following)
            return following?.reader
        }
        let living = LivingStore<State, Action>(reader: reader) { [weak store] work in
            try await store?.perform(work)
        }
        server.hub.add(.init(id: id, name: name, kind: .actor, store: living, copy: nil))
    }
}

extension StoreActor {
    /// Its machine, while `perform` has it: that runs on the actor from its beginning to its end, and gives the machine to
    /// nothing that leaves the actor.
    private struct Held: @unchecked Sendable { let machine: Machine<State, Action> }

    /// Works with the machine, on the store's actor.
    fileprivate func perform(_ work: LivingStore<State, Action>.Work) async throws -> any Sendable {
        try await work(withMachine { Held(machine: $0) }.machine)
    }
}
#endif
