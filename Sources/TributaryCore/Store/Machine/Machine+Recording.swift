// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Machine {
    /// Records what is reduced; to be called before the first action, and before effects can run.
    @usableFromInline
    package func record(with recorder: Recorder<State, Action>) {
        precondition(recording == nil && effects.actor == nil, "A machine is recorded from its beginning.")
        recording = Recording(recorder)
        storage.pointee.isAttended = true
    }

    /// Runs the reducers on an action that is recorded.
    ///
    /// - Returns: The group of the work that follows: that of the commit, at least.
    func reduceRecorded(
        _ action: Action,
        origin: ActionOrigin,
        group: EffectGroup?,
        in recording: Recording<State, Action>
    ) -> EffectGroup? {
        let group = group ?? EffectGroup()
        group.enterCommit()
        recording.groups.append(group)
        // What the action starts waits for the commit that is to come.
        effects.openCommit = recording.commits + 1
        let entry = recording.recorder.record(action, origin, recording.cause)
        recording.entry = entry.number
        defer { recording.entry = nil }
        return RecordedEntry.$current.withValue(entry) { reduceUnrecorded(action, group: group) }
    }

    /// Hands over what was recorded since the last commit.
    func commitRecorded() {
        guard let recording, !recording.groups.isEmpty else { return }
        recording.commits += 1
        let (number, groups) = (recording.commits, recording.groups)
        recording.groups = []
        effects.openCommit = 0
        let inbox = makeInbox()
        let waiting = WaitingCommit(groups)
        // Also for a machine that is gone: whoever waits for the commit hears of it.
        let delivery = StoreDelivery { [weak self] in
            self?.endCommit(number, waiting.failure)
            waiting.leave()
        }
        recording.recorder.commit(
            RecordedCommit(settledState: { [unowned self] in settledState }) { failure in
                waiting.failure = failure
                // Nobody is there to start anything.
                guard !inbox.isAbandoned else { return waiting.leave() }
                let item = StoreInbox.Item(delivery: delivery, outlivesMachine: true)
                if case .closed = inbox.append(item) { waiting.leave() }
            }
        )
    }

    /// The state, unless an `onChange` has yet to answer for what it saw change.
    private var settledState: State? {
        let isSettled = steps?.isSettled(storage.pointee.state) ?? true
        return isSettled ? storage.pointee.state : nil
    }

    private func endCommit(_ number: Int, _ failure: (any Error)?) {
        guard let failure else { return effects.release(upTo: number) }
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .commitFailed,
                message: """
                    The store of \(typeName(State.self)) could not write down what it did: \(failure). It closes, and \
                    effects of what is not written do not start.
                    """,
                remedy: "Mend what is wrong, and open the store again: it has what was written."
            )
        )
        if closing.step == .open { close(at: nil) }
    }
}

/// The work that waits for a commit, until the recorder tells how it ended.
private final class WaitingCommit: Sendable {
    private let groups: [EffectGroup]
    private let outcome = Mutex<(any Error)?>(nil)

    init(_ groups: [EffectGroup]) { self.groups = groups }

    /// Why the commit is not durable.
    var failure: (any Error)? {
        get { outcome.withLock { $0 } }
        set { outcome.withLock { $0 = newValue } }
    }

    func leave() {
        let failure = failure.map(CommitError.failed)
        for group in groups { group.leaveCommit(failure) }
    }
}
