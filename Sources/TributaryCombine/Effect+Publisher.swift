// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
extension Effect {
    /// Sends the values of a publisher as actions, until it finishes or the effect is cancelled.
    ///
    /// ```swift
    /// return .publisher { socket.messages } action: { .received($0) } catch: { error, send in
    ///     await send(.failed(error.reason))
    /// }
    /// ```
    /// The effect subscribes when it is performed, on the store's actor, within the turn: values that a subject sends
    /// from then on are not missed. It demands everything, and values wait until the actions before them are done. So
    /// do not use it for a publisher that publishes without end and without pause. Cancelling the effect, or the end
    /// of its state, cancels the subscription; values that are published after that are dropped (law 8).
    ///
    /// - Parameters:
    ///   - publisher: Makes the publisher.
    ///   - action: Makes an action from a published value.
    ///   - handler: Handles a failure of the publisher. Without it, a failure is a diagnostic. Any other error always
    ///     is, such as that of a clock between retries.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func publisher<Published: Publisher & SendableMetatype>(
        _ publisher: @escaping @Sendable () -> Published,
        action: @escaping @Sendable (Published.Output) -> Action,
        catch handler: (@Sendable (_ error: Published.Failure, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect where Published.Output: Sendable {
        subscription(site: SourceSite(fileID: fileID, line: line), catch: handler) {
            // Subscribed now, and read by the operation. An operation that is retried subscribes again.
            let first = PublishedValues(publisher())
            let values: @Sendable () -> AsyncThrowingStream<Published.Output, any Error> = {
                first.take() ?? PublishedValues.stream(publisher())
            }
            return { send in
                for try await value in values() { await send(action(value)) }
            }
        }
    }

    /// Sends the actions that a publisher publishes, until it finishes or the effect is cancelled.
    ///
    /// - Parameters:
    ///   - publisher: Makes the publisher.
    ///   - handler: Handles a failure. Without it, a failure is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func publisher<Published: Publisher & SendableMetatype>(
        _ publisher: @escaping @Sendable () -> Published,
        catch handler: (@Sendable (_ error: Published.Failure, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect where Published.Output == Action, Action: Sendable {
        .publisher(publisher, action: { $0 }, catch: handler, fileID: fileID, line: line)
    }
}
#endif
