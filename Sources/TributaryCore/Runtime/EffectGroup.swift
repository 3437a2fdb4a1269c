// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The effects that a `StoreTask` waits for: those of one action, and those that follow from them.
@usableFromInline
package final class EffectGroup: Sendable {
    private struct State {
        /// One of the effects, so that a group of one needs no list.
        var single: RunningEffect?
        var others: [ObjectIdentifier: RunningEffect] = [:]
        var pending = 0
        var isCancelled = false
        var waiting = Waiters()

        /// The commits to wait for; `nil` if nothing is recorded, or the action was dropped.
        var commits: GroupCommits?

        mutating func leave() -> Waiters {
            pending -= 1
            guard pending == 0 else { return Waiters() }
            defer { waiting = Waiters() }
            return waiting
        }
    }

    /// A task that waits for the group.
    private enum Waiter {
        case toTheEnd(UnsafeContinuation<Void, Never>)
        /// Resumes early when its task is cancelled.
        case cancellable(EffectGate)

        func resume() {
            switch self {
            case .toTheEnd(let continuation): continuation.resume()
            case .cancellable(let gate): gate.open()
            }
        }
    }

    /// Tasks that wait for the group; a single one needs no list.
    private struct Waiters {
        private var first: Waiter?
        private var others: [Waiter] = []

        mutating func append(_ waiter: Waiter) {
            if first == nil { first = waiter } else { others.append(waiter) }
        }

        func resume() {
            first?.resume()
            for waiter in others { waiter.resume() }
        }
    }

    private let state = Mutex(State())

    /// Counts something that must end before the group ends.
    func enter() { state.withLock { $0.pending += 1 } }

    /// Undoes one `enter`.
    func leave() { state.withLock { $0.leave() }.resume() }

    /// Counts an effect until it leaves.
    func enter(_ effect: RunningEffect) {
        let isCancelled = state.withLock { state in
            state.pending += 1
            if state.single == nil {
                state.single = effect
            } else {
                state.others[ObjectIdentifier(effect)] = effect
            }
            return state.isCancelled
        }
        if isCancelled { effect.cancel() }
    }

    /// Undoes `enter` of an effect.
    func leave(_ effect: RunningEffect) {
        let resumed = state.withLock { state in
            if state.single === effect {
                state.single = nil
            } else {
                state.others[ObjectIdentifier(effect)] = nil
            }
            return state.leave()
        }
        resumed.resume()
    }

    var isFinished: Bool { state.withLock { $0.pending == 0 } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The progress of the group's commits; `nil` if no action is recorded and none was dropped.
    var commits: GroupCommits? { state.withLock { $0.commits } }

    /// The same, made when it is first needed.
    func makeCommits() -> GroupCommits {
        state.withLock { state in
            let commits = state.commits ?? GroupCommits()
            state.commits = commits
            return commits
        }
    }

    func cancel() {
        // Shared by all actions that were refused: there is nothing to cancel.
        guard self !== Self.refused else { return }
        let running = state.withLock { state in
            state.isCancelled = true
            return (state.single, state.others)
        }
        running.0?.cancel()
        for effect in running.1.values { effect.cancel() }
    }

    func finish() async {
        guard state.withLock({ $0.pending > 0 }) else { return }
        // Unsafe, because a checked continuation allocates on each wait. The continuation is either resumed here or
        // kept in `waiting`; the code that removes it from `waiting`, under the lock, resumes it once.
        await withUnsafeContinuation { continuation in
            let isDone = state.withLock { state in
                if state.pending > 0 { state.waiting.append(.toTheEnd(continuation)) }
                return state.pending == 0
            }
            if isDone { continuation.resume() }
        }
    }

    /// Waits as `finish` does, but returns as soon as the waiting task is cancelled.
    func finishUnlessCancelled() async {
        let gate = EffectGate()
        let isDone = state.withLock { state in
            if state.pending > 0 { state.waiting.append(.cancellable(gate)) }
            return state.pending == 0
        }
        if !isDone { await gate.wait() }
    }
}
