// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs an effect for as long as the state asks for it: while a query is there.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .feedback(\.searchQuery) { query, send in
    ///         await send(.found(try await client.search(query)))
    ///     }
    /// ```
    /// The effect starts when there is a query, also one that is in the state before the first action. It is left
    /// alone as long as the query is equal, cancelled and started anew when it is another, and cancelled when there
    /// is none any more. What it sends after that is dropped. When it ends by itself, it has been answered: it runs
    /// again when the query changes.
    ///
    /// Whichever reducer of the tree changes the query, it is seen when all of them have run for an action. In a
    /// child, the feedback lives with the child's state: it starts when the child appears with a query, ends when
    /// the child goes away (law 8), and starts anew when it reappears; each row of `forEach` has its own. Such a
    /// change costs what changed, and not what there is. A query that did not change costs a comparison, and
    /// allocates nothing.
    ///
    /// The `StoreTask` of the action that brought the query waits for the effect, but does not cancel it: only the
    /// state does.
    ///
    /// - Parameters:
    ///   - query: What is asked for, or `nil`. It is kept for comparing, so choose a small value.
    ///   - priority: The priority of the effect's task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The effect: gets the query, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    @inlinable
    public func feedback<Query: Equatable & Sendable>(
        _ query: @escaping (State) -> Query?,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        let start = FeedbackStart(priority, name, handler, fileID, line)
        return feedback(on: query, .one(start, operation))
    }

    /// Runs an effect for every element of a set, for as long as the state asks for it.
    ///
    /// ```swift
    /// .feedback(each: \.downloads) { url, send in … }
    /// ```
    /// Every element has an effect of its own: it starts when the element comes, is left alone while it stays, and
    /// is cancelled when it goes. In all else it is as a feedback for one query. An action that leaves the set
    /// alone costs the same for a set of any size; one that changes it costs the size, because the set is kept for
    /// comparing.
    ///
    /// - Parameters:
    ///   - queries: What is asked for.
    ///   - priority: The priority of the effects' tasks; by default that of the sender.
    ///   - name: The name of the tasks, for debuggers and logs.
    ///   - operation: The effect: gets an element, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    @inlinable
    public func feedback<Query: Hashable & Sendable>(
        each queries: @escaping (State) -> Set<Query>,
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ query: Query, _ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        let start = FeedbackStart(priority, name, handler, fileID, line)
        return feedback(on: queries, .each(start, operation))
    }

    /// Runs an effect for every entry of a dictionary, for as long as the state asks for it.
    ///
    /// ```swift
    /// .feedback(eachEntry: \.downloads) { id, request, send in … }
    /// ```
    /// Every key has an effect of its own: it starts when the key comes, is cancelled and started anew when the
    /// value for it is another, and is cancelled when the key goes. In all else it is as a feedback for a set.
    ///
    /// - Parameters:
    ///   - queries: What is asked for, by key.
    ///   - priority: The priority of the effects' tasks; by default that of the sender.
    ///   - name: The name of the tasks, for debuggers and logs.
    ///   - operation: The effect: gets a key and its value, and sends actions.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer with the feedback.
    @inlinable
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
        let start = FeedbackStart(priority, name, handler, fileID, line)
        return feedback(on: queries, .each(start, operation))
    }
}

extension Reducer {
    /// This reducer with a feedback, which whatever resolves the whole tree looks at after each action.
    ///
    /// When this reducer is called by hand, its feedbacks do not run: nothing would remember what runs.
    @inlinable
    func feedback<Demand: Equatable>(
        on demand: @escaping (State) -> Demand,
        _ work: FeedbackWork<Demand, Action>
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let resolved = resolve(in: context)
            if context.runsFeedbacks {
                context.plan(State.self, Action.self)?.append(
                    kinds: { .feedback },
                    make: { _ in .feedback(on: demand, work) }
                )
            }
            return resolved
        }
    }
}

extension Watch {
    /// A feedback in one piece of state.
    @inlinable
    static func feedback<Demand: Equatable>(
        on demand: @escaping (State) -> Demand,
        _ work: FeedbackWork<Demand, Action>
    ) -> Watch {
        let memory = FeedbackMemory<Demand, Action>(work)
        return Watch(
            // The memory is kept by the other closures, which live as long.
            isDue: { [last = memory.last] in demand($0) != last.pointee },
            answer: { memory.change(to: demand($0)) },
            isIdle: { memory.isIdle }
        )
    }
}
