// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one piece of state asked for when it was last looked at, and what runs for it.
@usableFromInline
final class FeedbackMemory<Demand: Equatable, Action> {
    @usableFromInline private(set) var last: Demand
    private let work: FeedbackWork<Demand, Action>
    private let runs = FeedbackRuns<Action>()

    @usableFromInline
    init(_ work: FeedbackWork<Demand, Action>) {
        self.work = work
        last = work.nothing
    }

    /// Whether nothing is asked for, so that there is nothing to remember.
    @usableFromInline var isIdle: Bool { last == work.nothing }

    /// What follows when the state asks for something else.
    @usableFromInline
    func change(to demand: Demand) -> Effect<Action> {
        let old = last
        last = demand
        return work.change(old, demand, runs)
    }

    /// What follows when the state may ask for something else.
    func update(to demand: Demand) -> Effect<Action> { demand == last ? .none : change(to: demand) }

    /// Forgets everything.
    ///
    /// The state went away, and with it what ran.
    @usableFromInline
    func forget() {
        last = work.nothing
        runs.forget()
    }
}
