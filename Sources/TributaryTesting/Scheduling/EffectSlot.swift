// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The executor of one effect: its next step waits at the scheduler.
final class EffectSlot: EffectExecutor {
    let description: ReadyEffect
    private let scheduler: EffectScheduler
    private let ending = Atomic(false)
    private let overdue = Atomic(false)
    private let pauses = Mutex<[Pause]>([])

    /// Its origin, and its steps since then.
    let history: EffectHistory

    init(_ description: ReadyEffect, scheduler: EffectScheduler, origin: UInt64) {
        self.description = description
        self.scheduler = scheduler
        history = EffectHistory(origin: origin)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        scheduler.insert(UnownedJob(job), of: self)
    }

    func operationEnded() { ending.store(true, ordering: .releasing) }

    func effectEnded() { scheduler.remove(self) }

    /// Whether the effect only has to report its end to the machine.
    var isEnding: Bool { ending.load(ordering: .acquiring) }

    /// Whether everything that could make the effect continue was tried without success.
    var isStuck: Bool {
        get { overdue.load(ordering: .acquiring) }
        set { overdue.store(newValue, ordering: .releasing) }
    }

    /// The known reasons why the effect's tasks wait; `nil` if there are none.
    var pause: String? {
        var texts: [String] = []
        for pause in pauses.withLock({ $0 }) where !texts.contains(pause.text) { texts.append(pause.text) }
        return texts.isEmpty ? nil : texts.joined(separator: ", and for ")
    }

    /// Adds the reason why one of its tasks waits.
    func insert(_ pause: Pause) { pauses.withLock { $0.append(pause) } }

    fileprivate func remove(_ pause: Pause) { pauses.withLock { $0.removeAll { $0 === pause } } }

    /// The reason why a task of an effect waits.
    final class Pause: Sendable {
        let text: String
        private let slot: EffectSlot

        init(_ text: String, of slot: EffectSlot) {
            self.text = text
            self.slot = slot
        }

        func end() { slot.remove(self) }
    }
}
