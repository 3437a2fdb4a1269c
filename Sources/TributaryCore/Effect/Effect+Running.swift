// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Runs an asynchronous operation in a task of its own, which may send actions as long as it runs.
    ///
    /// The operation starts when the reducer's action is done. It inherits the task-local values of the action's
    /// sender, also when it has to wait for its start, in a sequence, a delay or a queue. After it was cancelled,
    /// actions that it sends are dropped, and an error that it throws is ignored.
    ///
    /// Operations start in the order in which their reducers are written. An operation that is isolated to an actor,
    /// as in `.run { @MainActor send in … }`, joins that actor's queue at once: operations of one actor and one
    /// priority begin in this order, also over several actions. An operation that is isolated to no actor runs
    /// outside the store's actor, where tasks run in parallel: it may begin before one that was started earlier. If
    /// such operations need an order, use `concatenate`, or `cancellable(id:policy:)` with `.queue`.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The work. Its `send` waits until the action and its turn are done.
    ///   - handler: Handles an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    @inlinable
    public static func run(
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @isolated(any) @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        let site = SourceSite(fileID: fileID, line: line)
        return Effect(
            ProgramWork(
                name: name,
                priority: priority,
                site: site,
                operation: operation,
                handler: handler
            )
        )
    }

    /// Runs an operation that sends the values of a sequence or a publisher, as long as that lasts.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - site: The line of the program that made it.
    ///   - operation: The work.
    ///   - handler: Handles an error that the operation throws.
    /// - Returns: The effect.
    package static func lasting(
        priority: TaskPriority? = nil,
        name: String? = nil,
        site: SourceSite,
        operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?
    ) -> Effect {
        Effect(
            ProgramWork(
                name: name,
                priority: priority,
                site: site,
                isStream: true,
                operation: operation,
                handler: handler
            )
        )
    }
}
