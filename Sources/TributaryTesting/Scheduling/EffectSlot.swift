// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The executor of one effect: whatever the effect wants to do next waits at its scheduler.
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

    /// Whether all that the effect still does is tell the machine that it has ended.
    var isEnding: Bool { ending.load(ordering: .acquiring) }

    /// Whether everything was tried that could make the effect go on, and it did not.
    var isStuck: Bool {
        get { overdue.load(ordering: .acquiring) }
        set { overdue.store(newValue, ordering: .releasing) }
    }

    /// What the effect waits for, where that is known.
    var pause: String? {
        get { pauseText.withLock { $0 } }
        set { pauseText.withLock { $0 = newValue } }
    }
}
