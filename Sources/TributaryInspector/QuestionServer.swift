// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
public import TributaryCore
public import TributaryLog

/// Answers questions about the actions in a journal, with the reducer of the store that wrote it.
///
/// ```swift
/// let server = try await QuestionServer.serve(journal: SQLiteLog(reading: "shop.sqlite")) { Shop() }
/// // Ask shop at http://127.0.0.1:51034/?token=8c3f…
/// ```
/// Give the address to `tributary-mcp`, or open it in a browser. The journal is read once, and never written. Reading decodes and
/// reduces each action. That and each replay run on an actor of the server, so the program continues. An index of the changes is
/// made after that, in the background.
///
/// The server ends when it is released.
public final class QuestionServer: Sendable {
    /// The address with its token, as it was printed.
    public var address: String { server.address }

    private let server: InspectorServer

    private init(_ server: InspectorServer) { self.server = server }

    deinit {
        let server = server
        Task { await server.stop() }
    }

    /// Reads a journal, starts a server for questions about it, and prints its address.
    ///
    /// - Parameters:
    ///   - journal: A log to read, such as `SQLiteLog(reading:)`, or the `LogSession` that a journal exported.
    ///   - name: Which of its stores; by default the only one.
    ///   - configuration: The port; the limits hold for states alone: all actions are kept.
    ///   - reducer: The reducer of the store.
    /// - Returns: The server, which ends when it is released.
    /// - Throws: An `InspectorError`; an `ActionLogError` if the journal cannot be read; or why it is not one of this store.
    public static func serve<State: Codable, Action: Journaled, R: Reducer<State, Action>>(
        journal: any ActionLog,
        name: String? = nil,
        configuration: InspectorConfiguration = InspectorConfiguration(),
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws -> QuestionServer {
        let names = try await journal.names()
        guard let name = name ?? (names.count == 1 ? names.first : nil) else {
            throw InspectorFault("Name the store: the journal has \(names.joined(separator: ", ")).")
        }
        let limits = InspectorLimits(actions: .max - 1_000, states: configuration.limits.states)
        let history: History<State, Action> = try await JournalHistory.read(journal, name, limits: limits) {
            Replayer(initialState: $0, reducer: reducer)
        }
        let server = try await InspectorServer(configuration)
        let reader = ReadHistory(history)
        await reader.index()
        server.hub.add(.init(id: server.hub.makeID(), name: name, kind: .journal, store: reader, copy: nil))
        configuration.print("Ask \(name) at \(server.address)")
        return QuestionServer(server)
    }
}
#endif
