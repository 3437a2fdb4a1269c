// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that does not advance until it is stepped to the next moment that a task waits for.
///
/// It makes the output of a script reproducible: nothing happens between two commands, and tasks that wait
/// for the same moment resume one after the other.
package final class SteppedClock: Clock, Sendable {
    /// A moment of the clock.
    package struct Instant: InstantProtocol {
        package let offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        package func duration(to other: Instant) -> Duration { other.offset - offset }

        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var last = 0
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// The index of the task that wakes first; of tasks that wake together, of the one that began to wait
        /// first.
        var first: Int? {
            sleepers.indices.min {
                (sleepers[$0].deadline.offset, sleepers[$0].number)
                    < (sleepers[$1].deadline.offset, sleepers[$1].number)
            }
        }
    }

    private let state = Mutex(State())

    /// A clock at its start.
    package init() {}

    package var now: Instant { state.withLock { $0.now } }

    package var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                insert(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            remove(number)?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps.
    ///
    /// - Returns: The time from now until the first task wakes.
    package func nextWait() async -> Duration {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.isEmpty { state.waiting.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { state in
            state.sleepers.map { state.now.duration(to: $0.deadline) }.min() ?? .zero
        }
    }

    /// Advances to the next moment that a task waits for, and wakes this task.
    package func step() {
        let due = state.withLock { state -> Sleeper? in
            guard let first = state.first else { return nil }
            state.now = max(state.now, state.sleepers[first].deadline)
            return state.sleepers.remove(at: first)
        }
        due?.continuation.resume()
    }

    private func insert(_ sleeper: Sleeper) {
        let (isCancelled, waiting) = state.withLock { state in
            // Checked under the lock, so that a concurrent cancellation is not missed.
            guard !Task.isCancelled else { return (true, [CheckedContinuation<Void, Never>]()) }
            state.sleepers.append(sleeper)
            defer { state.waiting = [] }
            return (false, state.waiting)
        }
        if isCancelled { sleeper.continuation.resume(throwing: CancellationError()) }
        for continuation in waiting { continuation.resume() }
    }

    private func remove(_ number: Int) -> Sleeper? {
        state.withLock { state in
            state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
        }
    }
}
