// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The executor of one effect: its next step waits at the scheduler.
final class EffectSlot: EffectExecutor {
    let description: EffectDescription
    private let scheduler: EffectScheduler
    private let ending = Atomic(false)
    private let overdue = Atomic(false)
    private let pauseText = Mutex<String?>(nil)

    init(_ description: EffectDescription, scheduler: EffectScheduler) {
        self.description = description
        self.scheduler = scheduler
    }

    func enqueue(_ job: consuming ExecutorJob) {
        scheduler.insert(UnownedJob(job), of: self)
    }

    func operationEnded() { ending.store(true, ordering: .releasing) }

    func effectEnded() { scheduler.remove(self) }

    /// Whether all that is left for the effect is to tell the machine that it has ended.
    var isEnding: Bool { ending.load(ordering: .acquiring) }

    /// Whether everything that could make the effect continue was tried without success.
    var isStuck: Bool {
        get { overdue.load(ordering: .acquiring) }
        set { overdue.store(newValue, ordering: .releasing) }
    }

    /// What the effect waits for, if that is known.
    var pause: String? {
        get { pauseText.withLock { $0 } }
        set { pauseText.withLock { $0 = newValue } }
    }
}
