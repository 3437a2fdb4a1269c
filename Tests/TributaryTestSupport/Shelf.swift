// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TributaryPersistence

/// A storage that a test can read, block, and let fail.
package final class Shelf<Value: Sendable>: Sendable {
    private struct State {
        var content: Value?
        var calls: [String] = []
        var failures: [any Error] = []
        var isHeld = false
        var inside = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let satisfied = watchers.filter { $0.count <= calls.count }
            watchers.removeAll { $0.count <= calls.count }
            return satisfied.map(\.continuation)
        }
    }

    private let state: Mutex<State>

    package init(_ content: Value? = nil) { state = Mutex(State(content: content)) }

    package var storage: Storage<Value> {
        Storage(
            load: { [self] in
                try await call("load")
                return content
            },
            save: { [self] value in
                try await call("save \(value)")
                state.withLock { $0.content = value }
            }
        )
    }

    /// The content of the shelf.
    package var content: Value? { state.withLock { $0.content } }

    /// Which calls have begun, in order.
    package var calls: [String] { state.withLock { $0.calls } }

    /// Whether a call waits.
    package var isWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Blocks each call from now on.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Resumes the blocked calls, and lets later ones pass.
    package func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Makes a call throw, after those that already have to throw.
    package func fail(_ error: any Error = Torn()) { state.withLock { $0.failures.append(error) } }

    package struct Torn: Error {
        package init() {}
    }

    /// Waits until this many calls have started.
    package func calls(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.calls.count < count { state.watchers.append((count, continuation)) }
                return state.calls.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    private func call(_ name: String) async throws {
        let watchers = state.withLock { state in
            state.calls.append(name)
            state.inside += 1
            precondition(state.inside == 1, "A storage was called twice at the same time.")
            return state.takeWatchers()
        }
        for watcher in watchers { watcher.resume() }
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if passes { continuation.resume() }
        }
        let failure = state.withLock { state in
            state.inside -= 1
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
    }
}
