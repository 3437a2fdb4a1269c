// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryCore

/// Records the events of middleware and services, in order.
///
/// ```swift
/// let trace = Trace<Door.State, Door.Action>()
/// let tokens = [
///     store.attach(trace.recording(Lock(), as: "lock")),
///     store.attach(trace.recording(Bell(), as: "bell")),
/// ]
/// store.send(.open)
/// trace.expect(.started("bell"), .swallowed(.open, by: "lock"))
/// ```
/// Recorded companions behave as without a trace, on a `Store`, a `StoreActor`, or a `TestStore`. An event of a middleware is
/// recorded when the middleware is done with the action, after the events of actions that it sent.
///
/// The test has to expect every event. Events that are left when the trace is released are failures at the line that made it.
public final class Trace<State, Action>: Sendable {
    private let transcript: Transcript

    /// Makes an empty trace.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public init(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        transcript = Transcript(
            of: "events of middleware and services",
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Checks that exactly these events happened since the last call, in this order.
    ///
    /// - Parameters:
    ///   - events: The events; none if nothing is expected.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func expect(
        _ events: TraceEvent<Action>...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        transcript.expect(
            events.map(\.description),
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// A middleware whose events are recorded under a name.
    ///
    /// - Parameters:
    ///   - middleware: The middleware.
    ///   - name: The name that its events have.
    /// - Returns: The middleware to attach in its place.
    public func recording<M: Middleware<State, Action>>(
        _ middleware: M,
        as name: String
    ) -> some Middleware<State, Action> {
        RecordedMiddleware(middleware, name, self)
    }

    /// A service whose events are recorded under a name.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - name: The name that its events have.
    /// - Returns: The service to attach in its place.
    public func recording<S: Service<State, Action>>(
        _ service: S,
        as name: String
    ) -> some Service<State, Action> {
        RecordedService(service, name, self)
    }

    func append(_ event: TraceEvent<Action>) { transcript.append(event.description) }

    /// A handle that records the actions sent through it.
    func recording(
        _ store: StoreHandle<State, Action>,
        as name: String
    ) -> StoreHandle<State, Action> {
        var store = store
        store.onSend = { [self] in append(.sent($0, by: name)) }
        return store
    }
}
