// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// Runs an effect for as long as the state asks for it: while a query is there.
    ///
    /// It starts here if there is a query, is left alone as long as that is equal, cancelled and started anew when
    /// it is another, and cancelled when there is none any more; what it sends after that is dropped. The query is
    /// looked at after every action. It ends with the token, with the store, or when the
    /// store is closed. The `StoreTask` of the action that brought the query waits for the effect, but does not
    /// cancel it.
    ///
    /// - Parameters:
    ///   - query: What is asked for, or `nil`. It is kept for comparing, so choose a small value.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets the query, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps the feedback alive.
    public func feedback<Query: Equatable & Sendable>(
        _ query: @escaping @Sendable (State) -> Query?,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let start = FeedbackStart<Action>(priority, name, handler, fileID, line)
        return machine.follow(FeedbackSource(query, .one(start, operation)))
    }

    /// Runs an effect for every element of a set, for as long as the state asks for it.
    ///
    /// It starts when the element comes, is left alone while it stays, and is cancelled when it goes. In all else
    /// it is as a feedback for one query.
    ///
    /// - Parameters:
    ///   - queries: What is asked for.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets an element, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps the feedback alive.
    public func feedback<Query: Hashable & Sendable>(
        each queries: @escaping @Sendable (State) -> Set<Query>,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let start = FeedbackStart<Action>(priority, name, handler, fileID, line)
        return machine.follow(FeedbackSource(queries, .each(start, operation)))
    }

    /// Runs an effect for every entry of a dictionary, for as long as the state asks for it.
    ///
    /// It starts when the key comes, is cancelled and started anew when the value for it is another, and is
    /// cancelled when the key goes. In all else it is as a feedback for one query.
    ///
    /// - Parameters:
    ///   - queries: What is asked for, by key.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets a key and its value, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps the feedback alive.
    public func feedback<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        eachEntry queries: @escaping @Sendable (State) -> [Key: Query],
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation:
            @escaping @Sendable (_ key: Key, _ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let start = FeedbackStart<Action>(priority, name, handler, fileID, line)
        return machine.follow(FeedbackSource(queries, .each(start, operation)))
    }
}
