// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The line in which all connections of a component on an actor of its own wait: it performs one thing at a time.
final class PerformanceLine<Props: Equatable & Sendable>: Sendable {
    private struct State {
        /// What was performed last.
        var last: Props?
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Performs props when those before are done, unless they are what was performed last, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - props: The props.
    ///   - isRepeatable: Whether they are performed also when they equal the last.
    ///   - perform: Performs them.
    func perform(_ props: Props, isRepeatable: Bool, _ perform: () async -> Void) async {
        await enter()
        defer { leave() }
        guard !Task.isCancelled else { return }
        // Compared outside the lock: this is code of the program. Nothing else gets here meanwhile.
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
