// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An effect that runs while a store's state contains a query for it.
///
/// ```swift
/// let token = store.attach(Feedback(\.query) { query, send in
///     await send(.found(try await client.search(query)))
/// })
/// ```
/// It is like the `feedback` of a reducer, but outside of the reducer. The query is checked when the feedback is attached, and then
/// after every action, in order with the services. The effect starts when there is a query and continues while the query is equal.
/// It restarts when the query changes, and is cancelled when there is none; its later actions are dropped. A scope whose state is
/// absent has no query.
///
/// It ends with its token, with the store, or when the store is closed. The `StoreTask` of the action that caused the
/// query waits for the effect, but does not cancel it.
public struct Feedback<State, Action>: Companion, Sendable {
    private let makeAttachment: @Sendable () -> Attachment<State, Action>

    private init<Demand: Equatable & Sendable>(
        _ demand: @escaping @Sendable (State) -> Demand,
        absent nothing: Demand,
        _ makeRuns: @escaping @Sendable () -> Watch<Demand, Action>
    ) {
        makeAttachment = {
            let runs = makeRuns()
            return Attachment(
                look: { read in
                    var new = nothing
                    _ = read { new = demand($0) }
                    return runs.answerIfDue(&new)
                }
            )
        }
    }

    /// An effect for one query.
    ///
    /// - Parameters:
    ///   - query: The query, or `nil`. It is kept for comparison, so choose a small value.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets the query, and sends actions.
    ///   - handler: Handles an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Query: Equatable & Sendable>(
        _ query: @escaping @Sendable (State) -> Query?,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init(query, absent: nil) {
            .one(Effect.starting(priority, name, handler, fileID, line), operation)
        }
    }

    /// An effect for every element of a set.
    ///
    /// It starts when the element comes, and is cancelled when it goes.
    ///
    /// - Parameters:
    ///   - queries: The queries.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets an element, and sends actions.
    ///   - handler: Handles an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Query: Hashable & Sendable>(
        each queries: @escaping @Sendable (State) -> Set<Query>,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init(queries, absent: []) {
            .each(Effect.starting(priority, name, handler, fileID, line), operation)
        }
    }

    /// An effect for every entry of a dictionary.
    ///
    /// It starts when the key comes, is cancelled and restarted when the value changes, and is cancelled when the key
    /// goes.
    ///
    /// - Parameters:
    ///   - queries: The queries, by key.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets a key and its value, and sends actions.
    ///   - handler: Handles an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        eachEntry queries: @escaping @Sendable (State) -> [Key: Query],
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation:
            @escaping @Sendable (_ key: Key, _ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init(queries, absent: [:]) {
            .each(Effect.starting(priority, name, handler, fileID, line), operation)
        }
    }

    /// The attachment that begins and ends the effect.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        makeAttachment()
    }
}
