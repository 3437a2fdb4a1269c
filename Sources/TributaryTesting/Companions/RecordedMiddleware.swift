// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

/// A middleware whose events a trace records.
struct RecordedMiddleware<M: Middleware>: Middleware {
    private let middleware: M
    private let name: String
    private let trace: Trace<M.State, M.Action>

    init(_ middleware: M, _ name: String, _ trace: Trace<M.State, M.Action>) {
        self.middleware = middleware
        self.name = name
        self.trace = trace
    }

    func willReduce(
        _ action: M.Action,
        from origin: ActionOrigin,
        state: M.State,
        store: StoreHandle<M.State, M.Action>
    ) -> M.Action? {
        let handle = trace.recording(store, as: name)
        guard let passed = middleware.willReduce(action, from: origin, state: state, store: handle) else {
            trace.append(.swallowed(action, by: name))
            return nil
        }
        let isSame = String(customDumping: passed) == String(customDumping: action)
        trace.append(isSame ? .passed(action, by: name) : .replaced(action, with: passed, by: name))
        return passed
    }

    func didReduce(
        _ action: M.Action,
        from origin: ActionOrigin,
        state: M.State,
        store: StoreHandle<M.State, M.Action>
    ) {
        trace.append(.reduced(action, seenBy: name))
        middleware.didReduce(
            action,
            from: origin,
            state: state,
            store: trace.recording(store, as: name)
        )
    }
}
