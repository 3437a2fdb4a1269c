// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds effects back until a test opens it: no sleeps, no yields.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var arrivals: [CheckedContinuation<Void, Never>] = []
        var last = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits until the gate is open; throws when the waiting task is cancelled.
    package func wait() async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (passes, arrivals) = state.withLock { state in
                    let passes = state.isOpen || Task.isCancelled
                    if !passes { state.waiting[number] = continuation }
                    defer { state.arrivals = [] }
                    return (passes, state.arrivals)
                }
                if passes { continuation.resume(with: Result { try Task.checkCancellation() }) }
                for arrival in arrivals { arrival.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until an effect waits.
    package func arrival() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.arrivals.append(continuation) }
                return !state.waiting.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for number in waiting.keys.sorted() { waiting[number]?.resume() }
    }
}
