// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The work that one action started, with the work that this work started: what a `StoreTask` waits for.
@usableFromInline
package final class EffectGroup: Sendable {
    private struct State {
        var running: [Int: RunningEffect] = [:]
        var pending = 0
        var isCancelled = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Counts something that has to end before the group has.
    func enter() { state.withLock { $0.pending += 1 } }

    /// Takes back one `enter`.
    func leave() {
        let resumed = state.withLock { state in
            state.pending -= 1
            guard state.pending == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in resumed { continuation.resume() }
    }

    func insert(_ effect: RunningEffect) {
        let isCancelled = state.withLock { state in
            state.running[effect.number] = effect
            return state.isCancelled
        }
        if isCancelled { effect.cancel() }
    }

    func remove(_ effect: RunningEffect) {
        state.withLock { _ = $0.running.removeValue(forKey: effect.number) }
    }

    var isFinished: Bool { state.withLock { $0.pending == 0 } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let running = state.withLock { state in
            state.isCancelled = true
            return state.running
        }
        for effect in running.values { effect.cancel() }
    }

    func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.pending > 0 { state.waiting.append(continuation) }
                return state.pending == 0
            }
            if isDone { continuation.resume() }
        }
    }
}
