// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How many steps effects may take before they come to rest.
private let endlessStepCount = 100_000

extension EffectScheduler {
    /// Runs effects until none can continue, or until a condition holds.
    ///
    /// Effects that run elsewhere may come back. Those on the main actor come back when the jobs that wait there have
    /// run. So this yields to the main actor once per effect that left; no clock is involved.
    ///
    /// - Parameters:
    ///   - reach: How far effects may run.
    ///   - isDone: The condition; by default it never holds.
    nonisolated(nonsending) func settle(_ reach: Reach, until isDone: () -> Bool = { false }) async {
        exploration?.note { $0.step += 1 }
        var count = 0
        while !isDone() {
            if step(reach) {
                count += 1
                if count == endlessStepCount { return reportEndless() }
            } else if markAway() {
                await EffectScheduler.passMainActor()
            } else {
                return
            }
        }
    }

    /// Whether each effect waits for something that only the test can make happen.
    var isUpToTest: Bool { state.withLock { state in state.live.allSatisfy { $0.pause != nil } } }

    /// Waits until an effect can continue, without a limit of time, or until a waiting task is cancelled.
    nonisolated(nonsending) func arrival() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard state.ready.isEmpty, !Task.isCancelled else { return true }
                    state.arrivals.append(continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            // Other waiting tasks look again, and continue to wait.
            resumeArrivals()
        }
    }

    /// Ends the cancelled effects that are left, and gives up those that do not end.
    func release() {
        var count = 0
        while count < endlessStepCount, step(.arriving) { count += 1 }
        let abandoned = state.withLock { state in
            state.isReleased = true
            state.live = []
            defer { state.ready = [] }
            return state.ready
        }
        for job in abandoned { insert(job.job, of: job.isVisit ? nil : job.effect) }
    }

    /// Marks the effects that left as stuck, until they come back.
    ///
    /// Returns whether there were new ones.
    private func markAway() -> Bool {
        state.withLock { state in
            let away = state.live.filter { slot in
                !slot.isStuck && !state.ready.contains { $0.effect === slot }
            }
            for slot in away { slot.isStuck = true }
            return !away.isEmpty
        }
    }

    /// Lets the main actor run the jobs that already wait for it.
    nonisolated(nonsending) static func passMainActor() async {
        await withCheckedContinuation { continuation in
            // A job after those that wait: the main actor runs them first in, first out.
            Task { @MainActor in continuation.resume() }
        }
    }

    private func reportEndless() {
        let effects = Set(readyEffects).sorted { $0.number < $1.number }.map { "\n  - \($0)" }.joined()
        site.fail(
            """
            Effects took \(endlessStepCount) steps and did not come to rest. Look for one that never waits, \
            such as a timer on an ImmediateClock; use a TestClock for it. Effects that are ready:\(effects)
            """
        )
    }
}
