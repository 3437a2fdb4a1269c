// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one piece of state asked for when it was last looked at, and what runs for it.
@usableFromInline
final class FeedbackMemory<Demand: Equatable, Action> {
    /// What was asked for last.
    ///
    /// Behind a pointer that the memory owns for as long as it lives, and that only the actor of the machine reads
    /// and writes, one at a time: so looking at it after every action needs no runtime check of exclusive access.
    @usableFromInline let last: UnsafeMutablePointer<Demand>
    private let work: FeedbackWork<Demand, Action>
    private let runs = FeedbackRuns<Action>()

    @usableFromInline
    init(_ work: FeedbackWork<Demand, Action>) {
        self.work = work
        last = .allocate(capacity: 1)
        last.initialize(to: work.nothing)
    }

    deinit {
        last.deinitialize(count: 1)
        last.deallocate()
    }

    /// Whether nothing is asked for, so that there is nothing to remember.
    @usableFromInline var isIdle: Bool { last.pointee == work.nothing }

    /// What follows when the state asks for something else.
    @usableFromInline
    func change(to demand: Demand) -> Effect<Action> {
        let old = last.pointee
        last.pointee = demand
        return work.change(old, demand, runs)
    }

    /// What follows when the state may ask for something else.
    func update(to demand: Demand) -> Effect<Action> { demand == last.pointee ? .none : change(to: demand) }
}
