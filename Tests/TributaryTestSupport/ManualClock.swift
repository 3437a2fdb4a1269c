// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that only a test advances.
package final class ManualClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset: Duration
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleeping: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var last = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let satisfied = watchers.filter { $0.count <= sleeping.count }
            watchers.removeAll { $0.count <= sleeping.count }
            return satisfied.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, watchers) = state.withLock { state in
                    let isOver = deadline <= state.now || Task.isCancelled
                    if !isOver { state.sleeping[number] = (deadline, continuation) }
                    return (isOver, state.takeWatchers())
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleeping.removeValue(forKey: number) }?.continuation
                .resume(throwing: CancellationError())
        }
    }

    /// Advances the time, and wakes sleepers in the order of their deadlines.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleeping.filter { $0.value.deadline <= state.now }
            for number in woken.keys { state.sleeping[number] = nil }
            return woken.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for sleeper in woken { sleeper.value.continuation.resume() }
    }

    /// How many sleep.
    package var sleepers: Int { state.withLock { $0.sleeping.count } }

    /// Waits until at least this many tasks sleep.
    package func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleeping.count < count { state.watchers.append((count, continuation)) }
                return state.sleeping.count >= count
            }
            if isThere { continuation.resume() }
        }
    }
}
