// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feedback at a store, at work for as long as its token lives.
final class FeedbackWatcher<State, Action>: ActionWatcher<State> {
    private let source: FeedbackSource<State, Action>
    private weak var machine: Machine<State, Action>?

    /// What the state asked for when the feedback was added.
    private var first = Effect<Action>.none

    /// Cancels what runs when the token is gone, on whichever thread that is.
    private let holder = EffectGroup()

    init(_ source: FeedbackSource<State, Action>, machine: Machine<State, Action>) {
        self.source = source
        self.machine = machine
    }

    deinit { holder.cancel() }

    override func prime(_ state: State) { first = source.update(state) }

    override func start() {
        machine?.perform(first, for: holder)
        first = .none
    }

    override func look(at state: State) { machine?.perform(source.update(state), for: holder) }

    override func stop() { holder.cancel() }
}
