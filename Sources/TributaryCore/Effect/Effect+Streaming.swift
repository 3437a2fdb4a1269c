// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Turns the elements of an asynchronous sequence into actions, until the sequence ends.
    ///
    /// It requests the next element when the action of the previous one and its turn are done. It ends, as any effect, when it is
    /// cancelled or its child's state goes away (law 8).
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - transform: The action for an element; `nil` sends none.
    ///   - handler: Handles an error of the sequence. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func stream<Elements: AsyncSequence & Sendable>(
        _ sequence: Elements,
        priority: TaskPriority? = nil,
        name: String? = nil,
        _ transform: @escaping @Sendable (Elements.Element) -> sending Action?,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect where Elements.AsyncIterator: SendableMetatype {
        stream(
            { sequence },
            priority: priority,
            name: name,
            transform,
            catch: handler,
            fileID: fileID,
            line: line
        )
    }

    /// Turns the elements of an asynchronous sequence, made when the effect starts, into actions.
    ///
    /// Use it for sequences that cannot be sent to a task, that asynchronous code makes, or that `retry` has to make
    /// anew for each attempt.
    ///
    /// - Parameters:
    ///   - makeSequence: Makes the sequence, in the effect's task.
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - transform: The action for an element; `nil` sends none.
    ///   - handler: Handles an error of the sequence, or of making it. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func stream<Elements: AsyncSequence & SendableMetatype>(
        _ makeSequence: @escaping @Sendable () async throws -> Elements,
        priority: TaskPriority? = nil,
        name: String? = nil,
        _ transform: @escaping @Sendable (Elements.Element) -> sending Action?,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect where Elements.AsyncIterator: SendableMetatype {
        lasting(
            priority: priority,
            name: name,
            site: SourceSite(fileID: fileID, line: line),
            operation: { send in
                for try await element in try await makeSequence() {
                    if let action = transform(element) { await send(action) }
                    if send.isCancelled { return }
                }
            },
            catch: handler
        )
    }
}
