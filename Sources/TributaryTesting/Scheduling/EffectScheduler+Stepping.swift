// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension EffectScheduler {
    /// How far effects may run.
    enum Reach {
        /// Until each waits, has ended, or has an action to send.
        case sending

        /// Until each waits or has ended; the actions that they send arrive.
        case arriving
    }

    /// Runs one effect until it waits, has ended, or has delivered an action and would deliver another.
    ///
    /// - Parameter reach: How far the effect may run.
    /// - Returns: Whether an effect could run.
    func step(_ reach: Reach) -> Bool {
        exclusively { takeChosen(reach).map { advance($0, reach) } != nil }
    }

    /// Runs one of `readyEffects`, by its position.
    func step(_ reach: Reach, at index: Int) -> Bool {
        exclusively {
            let job = state.withLock { state in
                state.ready.indices.contains(index) ? state.ready.remove(at: index) : nil
            }
            return job.map { advance($0, reach) } != nil
        }
    }

    private func advance(_ first: ReadyJob, _ reach: Reach) {
        var job = first
        var hasDelivered = job.isDelivery
        run(job)
        // Going to the machine's actor and back is not work, so an effect that goes there continues at once.
        while let next = takeContinuation(of: job, mayDeliver: reach == .arriving && !hasDelivered) {
            if next.isDelivery { hasDelivered = true }
            run(next)
            job = next
        }
    }

    /// Records the reason why a task of the running effect is about to wait, until the pause is ended.
    func pauseRunning(_ text: String) -> EffectSlot.Pause? {
        guard let slot = state.withLock({ $0.running?.effect }) else { return nil }
        let pause = EffectSlot.Pause(text, of: slot)
        slot.insert(pause)
        return pause
    }

    /// The effect that runs on this thread.
    var runningEffect: ReadyEffect? {
        let thread = EffectScheduler.currentThread
        let effect = state.withLock { $0.running.flatMap { $0.thread == thread ? $0.effect : nil } }
        return effect?.description
    }

    /// The effects that could continue, in the order in which they became ready.
    var readyEffects: [ReadyEffect] { state.withLock { $0.ready.map { ReadyEffect($0) } } }

    private func takeChosen(_ reach: Reach) -> ReadyJob? {
        guard chooser != nil || exploration != nil else {
            return state.withLock { state in
                let index = state.ready.firstIndex { reach == .arriving || !$0.isDelivery }
                return index.map { state.ready.remove(at: $0) }
            }
        }
        let candidates = state.withLock { state in
            state.ready.filter { reach == .arriving || !$0.isDelivery }
        }
        guard let first = candidates.first else { return nil }
        // Chosen outside the lock, because the chooser may read the store.
        let index = candidates.count > 1 ? choose(candidates) : 0
        let chosen = candidates.indices.contains(index) ? candidates[index] : first
        return take { $0.number == chosen.number }
    }

    private func choose(_ candidates: [ReadyJob]) -> Int {
        exploration?.choose(candidates, mayPass: false) ?? chooser?(candidates.map { ReadyEffect($0) }) ?? 0
    }

    private func takeContinuation(of job: ReadyJob, mayDeliver: Bool) -> ReadyJob? {
        take { next in
            next.origin == job.number && next.effect === job.effect && next.isVisit != job.isVisit
                && (mayDeliver || !next.isDelivery)
        }
    }

    private func take(where isWanted: (ReadyJob) -> Bool) -> ReadyJob? {
        state.withLock { state in
            state.ready.firstIndex(where: isWanted).map { state.ready.remove(at: $0) }
        }
    }
}
