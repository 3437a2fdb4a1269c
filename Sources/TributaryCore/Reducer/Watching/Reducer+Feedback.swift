// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs an effect while the state contains a query for it.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .feedback(\.searchQuery) { query, send in
    ///         await send(.found(try await client.search(query)))
    ///     }
    /// ```
    /// The effect starts when there is a query, also one in the initial state. It continues while the query is equal, restarts when
    /// the query changes, and is cancelled when there is none; its later actions are dropped. When it ends by itself, the query
    /// counts as answered: it runs again when the query changes.
    ///
    /// The query is compared after all reducers of the tree ran for an action, so any of them may change it. In a child, the
    /// feedback lives with the child's state: it starts when the child appears with a query, is cancelled when the child is removed
    /// (law 8), and starts anew when it reappears. Each row of `forEach` has its own. The cost depends on the number of changed
    /// rows, not of all rows. An unchanged query costs one comparison and no allocation.
    ///
    /// The `StoreTask` of the action that brought the query waits for the effect, but does not cancel it: only the
    /// state does.
    ///
    /// - Parameters:
    ///   - query: The query, or `nil` for no effect. It is kept for comparison, so choose a small value.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets the query, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    public func feedback<Query: Equatable & Sendable>(
        _ query: @escaping (State) -> Query?,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        feedback(on: query) { .one(Effect.starting(priority, name, handler, fileID, line), operation) }
    }

    /// Runs an effect for each element of a set, while the set contains it.
    ///
    /// ```swift
    /// .feedback(each: \.downloads) { url, send in … }
    /// ```
    /// Each element has its own effect: it starts when the element is inserted, continues while it stays, and is cancelled when it
    /// is removed. Otherwise it behaves like a feedback for one query. An action that does not change the set costs the same for a
    /// set of any size. A change costs time linear in the size, because the set is kept for comparison.
    ///
    /// - Parameters:
    ///   - queries: The queries.
    ///   - priority: The priority of the effects' tasks; by default that of the sender.
    ///   - name: The name of the tasks, for debuggers and logs.
    ///   - operation: The effect: gets an element, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    public func feedback<Query: Hashable & Sendable>(
        each queries: @escaping (State) -> Set<Query>,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        feedback(on: queries) { .each(Effect.starting(priority, name, handler, fileID, line), operation) }
    }

    /// Runs an effect for each entry of a dictionary, while the dictionary contains it.
    ///
    /// ```swift
    /// .feedback(eachEntry: \.downloads) { id, request, send in … }
    /// ```
    /// Each key has its own effect: it starts when the key is inserted, restarts when its value changes, and is cancelled when the
    /// key is removed. Otherwise it behaves like a feedback for a set.
    ///
    /// - Parameters:
    ///   - queries: The queries, by key.
    ///   - priority: The priority of the effects' tasks; by default that of the sender.
    ///   - name: The name of the tasks, for debuggers and logs.
    ///   - operation: The effect: gets a key and its value, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    public func feedback<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        eachEntry queries: @escaping (State) -> [Key: Query],
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation:
            @escaping @Sendable (_ key: Key, _ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        feedback(on: queries) { .each(Effect.starting(priority, name, handler, fileID, line), operation) }
    }
}

extension Reducer {
    /// This reducer with a feedback, which the resolver of the whole tree checks after each action.
    ///
    /// If you call this reducer directly, its feedbacks do not run, because no store keeps their running effects.
    private func feedback<Demand: Equatable>(
        on demand: @escaping (State) -> Demand,
        _ makeRuns: @escaping () -> Watch<Demand, Action>
    ) -> AnyReducer<State, Action> {
        watched(.feedback) {
            let runs = makeRuns()
            return Watch { state, look in
                look == .check && runs.isDue(demand(state))
            } answer: { state in
                var demand = demand(state)
                return runs.answerIfDue(&demand)
            } isIdle: {
                runs.isIdle()
            }
        }
    }
}

extension Watch where State: Equatable {
    /// Watches the demand of a feedback in one piece of state, and begins and ends the effects that run for it.
    ///
    /// - Parameters:
    ///   - nothing: The demand without queries.
    ///   - entries: The queries of a demand by key, each with a run of its own.
    ///   - start: Makes the effect of a run.
    ///   - operation: The work for a query.
    /// - Returns: The watch.
    private static func runs<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ nothing: State,
        _ entries: @escaping (State) -> [Key: Query],
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) -> Watch {
        var last = nothing
        var running: [Key: ChangeStamp] = [:]
        return Watch { demand, _ in
            demand != last
        } answer: { demand in
            let (old, new) = (entries(last), entries(demand))
            last = demand
            let ended = old.keys.filter { new[$0] != old[$0] }.compactMap {
                running.removeValue(forKey: $0)
            }
            var effects: [Effect<Action>] = []
            for (key, query) in new where old[key] != query {
                guard let operation = start({ try await operation(key, query, $0) }).operation else {
                    continue
                }
                // Unique, so that cancelling it touches no other effect.
                let run = ChangeStamp.unique()
                running[key] = run
                // A run belongs to the state with the query, not to the action that began it.
                effects.append(
                    Effect(
                        .cancellable(
                            operation,
                            id: AnyHashable(run),
                            cancelsInFlight: false,
                            belongsToState: true
                        )
                    )
                )
            }
            // Afterwards: a place in the state where nothing runs for a moment would be forgotten by the table of effects.
            return .merge(effects + ended.map { .cancel(id: $0) })
        } isIdle: {
            last == nothing
        }
    }

    /// One query, or none.
    static func one<Query: Equatable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Watch where State == Query? {
        runs(nil, { $0.map { [0: $0] } ?? [:] }, start) { try await operation($1, $2) }
    }

    /// A set of queries, each on its own.
    static func each<Query: Hashable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Watch where State == Set<Query> {
        runs([], { Dictionary(uniqueKeysWithValues: $0.map { ($0, true) }) }, start) {
            try await operation($0, $2)
        }
    }

    /// Queries by key, each on its own.
    static func each<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) -> Watch where State == [Key: Query] { runs([:], { $0 }, start, operation) }
}

/// Starts the effects of a feedback, for queries of any kind.
typealias FeedbackStart<Action> = (@escaping @Sendable (Send<Action>) async throws -> Void) -> Effect<Action>

extension Effect {
    /// Makes an effect of each operation.
    static func starting(
        _ priority: TaskPriority?,
        _ name: String?,
        _ handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
        _ fileID: String,
        _ line: UInt
    ) -> FeedbackStart<Action> {
        { .run(priority: priority, name: name, operation: $0, catch: handler, fileID: fileID, line: line) }
    }
}
