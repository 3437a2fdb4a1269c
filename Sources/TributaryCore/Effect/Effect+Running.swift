// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Runs an asynchronous operation in a task of its own, which may send actions as long as it runs.
    ///
    /// The operation starts when the reducer's action is done, outside the store's actor, and inherits the
    /// task-local values of whoever sent the action; also when it has to wait for its start, in a sequence, a delay
    /// or a queue. When it is cancelled, what it still sends is dropped, and an error it throws then is ignored.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The work. Its `send` waits until the action and its turn are done.
    ///   - handler: Answers an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func run(
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        let site = SourceSite(fileID: fileID, line: line)
        return Effect(
            EffectWork(name: name, priority: priority, site: site, operation: operation, handler: handler)
        )
    }
}
