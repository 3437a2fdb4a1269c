// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization
internal import TributaryCore

/// Holds the next steps of the effects of one test store until the test runs them.
///
/// Effects run on executors that put their jobs here, and so does the actor of the machine. Nothing runs by itself:
/// `step` runs a piece of one effect, on the caller's thread. So a test sees one order, always the same, or any order
/// that it chooses.
final class EffectScheduler: SerialExecutor {
    struct State {
        var ready: [ReadyJob] = []
        var live: [EffectSlot] = []
        var running: Running?
        var last = 0
        var arrivals: [CheckedContinuation<Void, Never>] = []

        /// The effects that began since origins were last recorded.
        var fresh: [EffectSlot] = []

        /// The questions of effects that wait for answers.
        var questions: [WaitingQuestion] = []
        var site: CallSite
        var isReleased = false
    }

    /// The job that runs now, and its thread.
    struct Running {
        let number: Int
        let effect: EffectSlot?
        let thread: UInt
    }

    /// The scheduler of the test store whose effects or actions run in the current task.
    @TaskLocal static var current: EffectScheduler?

    let state: Mutex<State>

    /// Held while a job or a reducer runs, so that two threads that drive one test store take turns.
    private let turns = NSRecursiveLock()

    /// The thread that has the turn; it is only compared.
    private let turnTaker = Atomic<UInt>(0)
    let chooser: EffectChooser?

    /// The run of an explored scenario that it belongs to, which chooses then.
    let exploration: ExplorationRun?

    init(chooser: EffectChooser?, exploration: ExplorationRun? = nil, site: CallSite) {
        self.chooser = chooser
        self.exploration = exploration
        state = Mutex(State(site: site))
    }

    /// The last line where the test called the store, or the clock that its effects use.
    var site: CallSite {
        get { state.withLock { $0.site } }
        set { state.withLock { $0.site = newValue } }
    }

    /// Runs a closure that no effect may interrupt.
    func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
        turns.lock()
        let outer = turnTaker.exchange(EffectScheduler.currentThread, ordering: .relaxed)
        defer {
            turnTaker.store(outer, ordering: .relaxed)
            turns.unlock()
        }
        return try body()
    }

    /// Treats the thread that has the turn as being on the machine's actor: no other thread is.
    func checkIsolated() {
        guard turnTaker.load(ordering: .relaxed) == EffectScheduler.currentThread else {
            preconditionFailure("Something of a test store's actor ran where the test store did not let it.")
        }
    }

    /// The thread that calls; it is only compared, and never 0.
    static var currentThread: UInt {
        #if os(WASI)
        // There is one thread, and no other to switch to.
        1
        #else
        UInt(bitPattern: Unmanaged.passUnretained(Thread.current).toOpaque())
        #endif
    }

    func makeSlot(_ description: ReadyEffect) -> EffectSlot {
        state.withLock { state in
            // An effect that begins without an action continues the running one.
            let origin = state.running?.effect?.history.identity ?? 1
            let slot = EffectSlot(
                description,
                scheduler: self,
                origin: mix(origin, UInt64(state.fresh.count))
            )
            state.live.append(slot)
            if exploration != nil { state.fresh.append(slot) }
            return slot
        }
    }

    /// Forgets an effect whose task has ended.
    func remove(_ slot: EffectSlot) {
        state.withLock { state in state.live.removeAll { $0 === slot } }
    }

    /// Takes a job that has to run on the machine's actor.
    func enqueue(_ job: consuming ExecutorJob) { insert(UnownedJob(job), of: nil) }

    /// Takes a job; without an effect, it is a job of the machine's actor.
    func insert(_ job: UnownedJob, of effect: EffectSlot?) {
        let thread = EffectScheduler.currentThread
        let isReleased = state.withLock { state in
            guard !state.isReleased else { return true }
            let origin = state.running.flatMap { $0.thread == thread ? $0 : nil }
            let owner = effect ?? origin?.effect
            owner?.isStuck = false
            state.last += 1
            state.ready.append(
                ReadyJob(
                    job: job,
                    effect: owner,
                    isVisit: effect == nil,
                    number: state.last,
                    origin: origin?.number
                )
            )
            return false
        }
        if isReleased { return runReleased(job, of: effect) }
        resumeArrivals()
    }

    /// Wakes the tasks that wait until an effect can continue.
    func resumeArrivals() {
        let arrivals = state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
        for arrival in arrivals { arrival.resume() }
    }

    /// Runs a job, on this thread.
    func run(_ ready: ReadyJob) {
        let running = Running(
            number: ready.number,
            effect: ready.effect,
            thread: EffectScheduler.currentThread
        )
        let outer = state.withLock { state in
            defer { state.running = running }
            return state.running
        }
        if exploration != nil { ready.effect?.history.note(ready.isDelivery ? 2 : 1) }
        switch (ready.isVisit, ready.effect) {
        case (true, let effect?):
            ready.job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(),
                taskExecutor: effect.asUnownedTaskExecutor()
            )
        case (false, let effect?): ready.job.runSynchronously(on: effect.asUnownedTaskExecutor())
        case (_, nil): ready.job.runSynchronously(on: asUnownedSerialExecutor())
        }
        state.withLock { $0.running = outer }
    }

    /// Runs a job of an effect that outlived its test.
    ///
    /// It may run anywhere, as nothing that it sends arrives.
    private func runReleased(_ job: UnownedJob, of effect: EffectSlot?) {
        let work: @Sendable () -> Void = { [self] in
            if let effect {
                job.runSynchronously(on: effect.asUnownedTaskExecutor())
            } else {
                exclusively { job.runSynchronously(on: asUnownedSerialExecutor()) }
            }
        }
        #if os(WASI)
        // There is no Dispatch: the only thread comes to it when it waits.
        Task.detached { work() }
        #else
        DispatchQueue.global().async(execute: work)
        #endif
    }
}
