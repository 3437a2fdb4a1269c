// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One round of calls to the observers of a machine: each is asked whether its value changed, then those are told.
///
/// A round refers to observers without retaining them, because an observer is asked in fewer instructions than it takes
/// to retain it. A token may be dropped on any thread meanwhile. So whoever ends an observer first says so in it, then
/// looks whether a round is running; the machine first says that a round is running, then looks whether an observer has
/// ended. All four are sequentially consistent, so at least one of both sees the other: either the machine does not call
/// the observer, or whoever ended it leaves it to the round, which releases what it holds when nothing is being called.
final class ObserverRound: Sendable {
    private let isCalling = Atomic(false)

    /// Whether observers ended during the round.
    private let hasEnded = Atomic(false)
    private let ended = Mutex<[Observer]>([])

    /// What the walk through the observers found, for the machine's actor.
    ///
    /// The observers live as long as the round: a list retains each, or those that ended meanwhile. What changes this runs
    /// no other code.
    @exclusivity(unchecked) nonisolated(unsafe) private var found = Found()

    private struct Found {
        /// The observers to be told; kept between rounds for its memory.
        var changed: [Unmanaged<Observer>] = []

        /// How many observers outside of rows were evaluated, and their value had not changed.
        var unchangedCount = 0

        /// More of them than this are reported, once.
        var unchangedLimit = 1_000
    }

    /// How many places for observers are kept between rounds.
    private static let keptCapacity = 1_000

    /// Whether a round is running, for the machine's actor.
    var isRunning: Bool { isCalling.load(ordering: .relaxed) }

    func begin() {
        found.unchangedCount = 0
        isCalling.store(true, ordering: .sequentiallyConsistent)
    }

    func end() {
        isCalling.store(false, ordering: .sequentiallyConsistent)
        if hasEnded.load(ordering: .sequentiallyConsistent) { releaseEnded() }
    }

    func insert(changed observer: Unmanaged<Observer>) { found.changed.append(observer) }

    /// How many observers outside of rows were evaluated in the round, and their value had not changed.
    var unchangedCount: Int {
        get { found.unchangedCount }
        set { found.unchangedCount = newValue }
    }

    /// Whether so many observers were evaluated in vain that it has to be reported, which it is once.
    func takesManyUnchanged() -> Bool {
        guard found.unchangedCount > found.unchangedLimit else { return false }
        found.unchangedLimit = .max
        return true
    }

    /// Tells the observers, in the order of their registration.
    func deliver() {
        guard !found.changed.isEmpty else { return }
        var telling: [Unmanaged<Observer>] = []
        swap(&telling, &found.changed)
        if telling.count > 1 { Self.sort(&telling) }
        for observer in telling { observer._withUnsafeGuaranteedRef { $0.deliver() } }
        guard telling.capacity <= Self.keptCapacity else { return }
        // One by one: `removeAll(keepingCapacity:)` takes longer than telling one observer.
        while !telling.isEmpty { telling.removeLast() }
        swap(&telling, &found.changed)
    }

    /// Most of them are in order: it is that of their registration in each part.
    private static func sort(_ observers: inout [Unmanaged<Observer>]) {
        func order(_ index: Int) -> Int { observers[index]._withUnsafeGuaranteedRef { $0.order } }
        guard (1..<observers.count).contains(where: { order($0 - 1) > order($0) }) else { return }
        observers.sort { left, right in
            left._withUnsafeGuaranteedRef { $0.order } < right._withUnsafeGuaranteedRef { $0.order }
        }
    }

    /// Releases what an observer holds that has ended, now or when nothing is being called.
    ///
    /// May be called on any thread.
    func release(_ observer: Observer) {
        guard isCalling.load(ordering: .sequentiallyConsistent) else { return observer.release() }
        ended.withLock { ended in
            ended.append(observer)
            hasEnded.store(true, ordering: .sequentiallyConsistent)
        }
        // The round may have ended since, and not seen it.
        if !isCalling.load(ordering: .sequentiallyConsistent) { releaseEnded() }
    }

    private func releaseEnded() {
        let released = ended.withLock { ended -> [Observer] in
            // Looked at where nothing can be added: all that are here ended before, so no call of them can begin.
            guard !isCalling.load(ordering: .sequentiallyConsistent) else { return [] }
            hasEnded.store(false, ordering: .sequentiallyConsistent)
            defer { ended = [] }
            return ended
        }
        for observer in released { observer.release() }
    }
}
