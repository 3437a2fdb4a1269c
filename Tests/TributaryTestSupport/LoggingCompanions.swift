// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

package typealias LogHandle = StoreHandle<[String], String>

/// A middleware that records the actions it sees, and may do more.
package struct LoggingMiddleware: Middleware, Sendable {
    private let name: String
    private let log: EventLog
    private let before: @Sendable (String, LogHandle) -> String?
    private let after: @Sendable (String, LogHandle) -> Void

    package init(
        _ name: String,
        _ log: EventLog,
        before: @escaping @Sendable (String, LogHandle) -> String? = { action, _ in action },
        after: @escaping @Sendable (String, LogHandle) -> Void = { _, _ in }
    ) {
        self.name = name
        self.log = log
        self.before = before
        self.after = after
    }

    package func willReduce(
        _ action: String,
        from origin: ActionOrigin,
        state: [String],
        store: LogHandle
    ) -> String? {
        log("\(name) before \(action) at \(state.count) from \(origin)")
        return before(action, store)
    }

    package func didReduce(_ action: String, from origin: ActionOrigin, state: [String], store: LogHandle) {
        log("\(name) after \(action) at \(state.count)")
        after(action, store)
    }
}

/// A service that follows the number of actions, records its calls, and may do more.
package struct LoggingService: Service, Sendable {
    private let name: String
    private let log: EventLog
    private let onStart: @Sendable (LogHandle) -> Void
    private let onChange: @Sendable (Int, LogHandle) -> Void
    private let onStop: @Sendable (LogHandle) -> Void

    package init(
        _ name: String,
        _ log: EventLog,
        onStart: @escaping @Sendable (LogHandle) -> Void = { _ in },
        onChange: @escaping @Sendable (Int, LogHandle) -> Void = { _, _ in },
        onStop: @escaping @Sendable (LogHandle) -> Void = { _ in }
    ) {
        self.name = name
        self.log = log
        self.onStart = onStart
        self.onChange = onChange
        self.onStop = onStop
    }

    package func detail(of state: [String]) -> Int { state.count }

    package func start(store: LogHandle) {
        log("\(name) starts")
        onStart(store)
    }

    package func stateChanged(from old: Int, to new: Int, store: LogHandle) {
        log("\(name) \(old) to \(new)")
        onChange(new, store)
    }

    package func stop(store: LogHandle) {
        log("\(name) stops")
        onStop(store)
    }
}
