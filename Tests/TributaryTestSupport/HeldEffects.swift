// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// Holds the effects of a store until a test resumes them, one piece after the other, on its own thread.
package final class HeldEffects: Sendable {
    private struct State {
        var jobs: [(name: String?, job: UnownedJob, executor: HeldEffect)] = []
        var isReleased = false
    }

    private let state = Mutex(State())
    private let onEnqueue: @Sendable (String?) -> Void

    /// - Parameter onEnqueue: Called when a piece of an effect is ready, with the name of the effect.
    package init(onEnqueue: @escaping @Sendable (String?) -> Void = { _ in }) { self.onEnqueue = onEnqueue }

    /// Makes a store on the main actor whose effects are held.
    @MainActor
    package func host<Made>(_ make: () -> Made) -> Made {
        let host = EffectHost(actor: MainActor.shared) { HeldEffect(self, $0.name) }
        return EffectHost.$current.withValue(host, operation: make)
    }

    /// Runs the ready parts of the effects with a name, until they wait, or switch to the main actor.
    package func run(_ name: String?) {
        while let next = state.withLock({ state in
            state.jobs.firstIndex { $0.name == name }.map { state.jobs.remove(at: $0) }
        }) {
            next.job.runSynchronously(on: next.executor.asUnownedTaskExecutor())
        }
    }

    /// Runs all effects without the test from now on.
    package func release() {
        let jobs = state.withLock { state in
            state.isReleased = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for held in jobs { globalConcurrentExecutor.enqueue(held.job) }
    }

    fileprivate func enqueue(_ job: UnownedJob, of effect: HeldEffect, _ name: String?) {
        let isReleased = state.withLock { state in
            if !state.isReleased { state.jobs.append((name, job, effect)) }
            return state.isReleased
        }
        if isReleased { globalConcurrentExecutor.enqueue(job) }
        onEnqueue(name)
    }
}

private final class HeldEffect: EffectExecutor {
    private let effects: HeldEffects
    private let name: String?

    init(_ effects: HeldEffects, _ name: String?) {
        self.effects = effects
        self.name = name
    }

    func enqueue(_ job: consuming ExecutorJob) { effects.enqueue(UnownedJob(job), of: self, name) }

    func operationEnded() {}

    func effectEnded() {}
}
