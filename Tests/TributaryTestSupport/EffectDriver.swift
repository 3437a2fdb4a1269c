// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// Runs the effects of stores on the calling thread, one piece after the other, in the order in which they
/// became ready, so that their order is the same each time.
package final class EffectDriver: SerialExecutor {
    private struct Job {
        let job: UnownedJob
        let effect: DrivenEffect?
        /// Whether it runs on the store's executor.
        let isVisit: Bool
    }

    private struct State {
        var ready: [Job] = []
        var running: DrivenEffect?
        /// Jobs from other threads belong to no effect.
        var thread: UInt = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Makes stores whose effects are run here.
    package func host<Result>(_ makeStores: () throws -> Result) rethrows -> Result {
        let home = Home(self)
        // A machine does not keep its actor alive.
        homes.withLock { $0.append(home) }
        let host = EffectHost(actor: home) { _ in DrivenEffect(self) }
        return try EffectHost.$current.withValue(host, operation: makeStores)
    }

    private let homes = Mutex<[Home]>([])

    /// A driver that is never released: for stores to which something may be on its way when the test is over.
    package static func immortal() -> EffectDriver {
        let driver = EffectDriver()
        immortals.withLock { $0.append(driver) }
        return driver
    }

    private static let immortals = Mutex<[EffectDriver]>([])

    private actor Home {
        private unowned let driver: EffectDriver

        init(_ driver: EffectDriver) { self.driver = driver }

        nonisolated var unownedExecutor: UnownedSerialExecutor { driver.asUnownedSerialExecutor() }
    }

    /// Resumes effects until all have ended, or wait for the test.
    package func run() {
        while let next = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) {
            let outer = state.withLock { state in
                defer { state.running = next.effect }
                state.thread = currentThread()
                return state.running
            }
            switch (next.isVisit, next.effect) {
            case (true, let effect?):
                next.job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(),
                    taskExecutor: effect.asUnownedTaskExecutor()
                )
            case (false, let effect?): next.job.runSynchronously(on: effect.asUnownedTaskExecutor())
            case (_, nil): next.job.runSynchronously(on: asUnownedSerialExecutor())
            }
            state.withLock { $0.running = outer }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            let effect = state.thread == currentThread() ? state.running : nil
            state.ready.append(Job(job: job, effect: effect, isVisit: true))
        }
    }

    fileprivate func enqueue(_ job: UnownedJob, of effect: DrivenEffect) {
        state.withLock { $0.ready.append(Job(job: job, effect: effect, isVisit: false)) }
    }

    /// The one thread that runs the driver is its actor.
    package func checkIsolated() {}
}

private final class DrivenEffect: EffectExecutor {
    private let driver: EffectDriver

    init(_ driver: EffectDriver) { self.driver = driver }

    func enqueue(_ job: consuming ExecutorJob) { driver.enqueue(UnownedJob(job), of: self) }

    func operationEnded() {}

    func effectEnded() {}
}
