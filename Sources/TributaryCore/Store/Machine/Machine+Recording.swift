// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Records all actions; call it before the first action, and before effects can run.
    package func record(with recorder: Recorder<State, Action>) {
        precondition(recording == nil && effects.actor == nil, "A machine is recorded from its beginning.")
        recording = Recording(recorder)
        effects.holding = EffectHolding(recorder.carrier)
        storage.pointee.isAttended = true
    }

    /// Records an action, and runs the reducers on it.
    ///
    /// - Returns: The group of the effects that follow, or at least of the commit.
    func reduceRecorded(
        _ action: Action,
        origin: ActionOrigin,
        group: EffectGroup?,
        in recording: Recording<State, Action>
    ) -> EffectGroup? {
        if recording.isPartDue { commitRecorded(isPart: true) }
        guard let recorder = recording.recorder else {
            recording.count += 1
            return reduce(action, origin, number: recording.count, in: recording) {
                reduceUnrecorded(action, group: group)
            }
        }
        let group = group ?? EffectGroup()
        group.enterCommit()
        recording.groups.append(group)
        // The effects of the action wait for the next commit.
        effects.holding?.enter(recording.commits + 1)
        let entry = recorder.record(action, origin, recording.cause)
        return reduce(action, origin, number: entry.number, in: recording) {
            RecordedEntry.$current.withValue(entry) { reduceUnrecorded(action, group: group) }
        }
    }

    /// Reduces an action with a number, and passes the result to the inspections.
    private func reduce(
        _ action: Action,
        _ origin: ActionOrigin,
        number: Int,
        in recording: Recording<State, Action>,
        by body: () -> EffectGroup?
    ) -> EffectGroup? {
        let cause = recording.cause
        recording.entry = number
        defer { recording.entry = nil }
        let group = body()
        recording.inspect {
            $0.reduced(
                InspectedAction(
                    number: number,
                    cause: cause,
                    action: action,
                    origin: origin
                ),
                storage.pointee.state
            )
        }
        return group
    }

    /// Commits the entries since the last commit.
    ///
    /// - Parameter isPart: Whether the turn continues.
    func commitRecorded(isPart: Bool = false) {
        guard let recording else { return }
        recording.isPartDue = false
        recording.inspect { $0.committed() }
        guard let recorder = recording.recorder, !recording.groups.isEmpty else { return }
        recording.commits += 1
        let waiting = WaitingCommit(
            recording.commits,
            recording.groups,
            makeInbox(),
            recording.end ?? makeCommitEnd(of: recording)
        )
        recording.groups = CommitGroups()
        recording.waiting.append(waiting)
        effects.holding?.leave()
        recorder.commit(
            RecordedCommit(settledState: { [unowned self] in settledState }, isPart: isPart) {
                waiting.end($0)
            }
        )
    }

    /// Made once: a closure with a weak reference for each commit takes as long as reducing.
    private func makeCommitEnd(of recording: Recording<State, Action>) -> CommitEnd {
        let end = CommitEnd { [weak self] number, failure in self?.endCommit(number, failure) }
        recording.end = end
        return end
    }

    /// The state, unless an `onChange` is pending.
    private var settledState: State? {
        let state = storage.pointee.state
        let isSettled =
            steps?.isSettled(state) != false
            && recording?.mounts.values.allSatisfy { $0.steps?.isSettled(state) != false } != false
        return isSettled ? state : nil
    }

    /// Delays the effects that a closure starts until pending commits are durable: the state that requested them may
    /// not be.
    func afterCommits<Result>(_ body: () -> Result) -> Result {
        guard let recording, let holding = effects.holding, holding.openCommit == 0 else { return body() }
        holding.openCommit = recording.commits
        defer { holding.openCommit = 0 }
        return body()
    }

    private func endCommit(_ number: Int, _ failure: (any Error)?) {
        // Commits end in order.
        recording?.waiting.removeFirst()
        defer { if closing.step == .closed, recording?.waiting.isEmpty == true { streams.finish() } }
        guard let failure else {
            tellOutputs(upTo: number)
            // A closed store starts no effects.
            return closing.step == .closed ? () : effects.release(upTo: number)
        }
        recording?.outputs = []
        // Later pending commits fail, too, for the same reason.
        if recording?.hasFailed == false { dependencies.diagnosticReporter.report(commitFailed(failure)) }
        recording?.hasFailed = true
        if closing.step == .open { close(at: nil) }
    }

    private func commitFailed(_ failure: any Error) -> Diagnostic {
        Diagnostic(
            .commitFailed,
            message: """
                The store of \(typeName(State.self)) closes without starting the effects of unrecorded actions, \
                because it could not record them: \(failure)
                """,
            remedy: "Fix the cause, and open the store again: it has all recorded actions."
        )
    }
}

extension Machine {
    /// Whether the machine is recorded.
    package var isRecorded: Bool { recording?.recorder != nil }

    /// Calls a closure in a recorded context.
    package func resuming<Result>(_ fields: [String: String]?, _ body: () -> Result) -> Result {
        guard let carrier else { return body() }
        return carrier.resume(fields.flatMap(carrier.read), body)
    }

    /// Calls a closure when all actions so far are durable; immediately if no commit is pending.
    func whenCommitted(_ tell: @escaping () -> Void) {
        guard let recording, recording.isWaiting || !recording.outputs.isEmpty else { return tell() }
        recording.outputs.append((recording.commits + (recording.groups.isEmpty ? 0 : 1), tell))
    }

    private func tellOutputs(upTo commit: Int) {
        // One at a time: a callback may send, and close.
        while let recording, let first = recording.outputs.first, first.commit <= commit {
            recording.outputs.removeFirst()
            first.tell()
        }
    }
}
