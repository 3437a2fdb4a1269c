// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The queue for all connections of a component on an actor of its own: it performs one thing at a time.
final class PerformanceLine<Props: Equatable & Sendable>: Sendable {
    private struct State {
        /// The props that were performed last.
        var last: Props?
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Performs props after those before them, unless they equal the last ones or the task is cancelled.
    ///
    /// - Parameters:
    ///   - props: The props.
    ///   - isRepeatable: Whether they are performed even if they equal the last.
    ///   - perform: Performs them.
    func perform(_ props: Props, isRepeatable: Bool, _ perform: () async -> Void) async {
        await enter()
        defer { leave() }
        guard !Task.isCancelled else { return }
        // Compared outside the lock, because `==` is code of the program. No other task gets here meanwhile.
        guard isRepeatable || props != state.withLock({ $0.last }) else { return }
        let former = state.withLock { state in
            defer { state.last = props }
            return state.last
        }
        withExtendedLifetime(former) {}
        await perform()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
