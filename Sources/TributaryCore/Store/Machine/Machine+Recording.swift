// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Records all actions (law 13); call it before the first action, and before effects can run.
    package func record(with recorder: any Recorder<State, Action>) {
        precondition(recording == nil && effects.actor == nil, "A machine is recorded from its beginning.")
        recording = Recording(recorder)
        status.isAttended = true
    }

    /// Records an action, runs the reducers on it, and passes the result to the inspections.
    ///
    /// - Returns: The group of the effects that follow, or at least of the commit.
    func reduceRecorded(
        _ action: Action,
        origin: ActionOrigin,
        group: EffectGroup?,
        in recording: Recording<State, Action>
    ) -> EffectGroup? {
        if recording.isPartDue { commitRecorded(isPart: true) }
        let cause = recording.cause
        var (group, entry) = (group, RecordedEntry?.none)
        if let recorder = recording.recorder {
            let waiting = group ?? EffectGroup()
            let commit = recording.open ?? EffectGroup(isArriving: true)
            recording.open = commit
            waiting.join(commit)
            // The effects of the action wait for the next commit.
            effects.commit = commit
            (group, entry) = (waiting, recorder.record(action, origin, cause: cause))
        } else {
            recording.count += 1
        }
        let number = entry?.number ?? recording.count
        recording.entry = number
        defer { recording.entry = nil }
        let following =
            if let entry {
                RecordedEntry.$current.withValue(entry) { reduceUnrecorded(action, group: group) }
            } else {
                reduceUnrecorded(action, group: group)
            }
        for inspection in recording.inspections {
            let record = ActionRecord(action: action, origin: origin, state: place.pointee)
            inspection.didReduce(record, number: number, cause: cause)
        }
        return following
    }

    /// Commits the entries since the last commit.
    ///
    /// - Parameter isPart: Whether the turn continues.
    func commitRecorded(isPart: Bool = false) {
        guard let recording else { return }
        recording.isPartDue = false
        recording.inspections.forEach { $0.didCommit() }
        guard let recorder = recording.recorder, let commit = recording.open.take() else { return }
        // Made once: a closure with a weak reference for each commit takes as long as reducing.
        let arrival = recording.arrival ?? StoreDelivery { [weak self] in self?.endCommit() }
        recording.arrival = arrival
        let inbox = makeInbox()
        recording.inFlight.append(commit)
        effects.commit = nil
        recorder.commit(isPart: isPart, settledState: { settledState }) {
            commit.endCommit($0, inbox, arrival)
        }
    }

    /// The state, unless an `onChange` is pending.
    private var settledState: State? {
        let state = place.pointee
        let isSettled =
            tree.isSettled(state) && mounts.allSatisfy { $0.isRemoved || $0.tree.isSettled(state) }
        return isSettled ? state : nil
    }

    /// Delays the effects that a closure starts until pending commits are durable: the state that requested them may
    /// not be.
    func afterCommits<Result>(_ body: () -> Result) -> Result {
        guard effects.commit == nil, let pending = recording?.inFlight.last else { return body() }
        effects.commit = pending
        defer { effects.commit = nil }
        return body()
    }

    /// Receives the result of the first pending commit: commits end in order.
    private func endCommit() {
        guard let recording, let commit = recording.inFlight.popFirst() else { return }
        defer { if isClosed, recording.inFlight.isEmpty { observing?.end() } }
        guard case .failed(let failure)? = commit.failure else {
            commit.becomeDurable()
            // Before those that an output begins.
            effects.releaseHeld()
            tellOutputs()
            // A store that closes starts no more effects (law 12).
            if closing == nil { effects.startBegun() }
            return
        }
        recording.outputs = []
        // Later pending commits fail, too, for the same reason.
        if !recording.hasFailed { reporter.report(commitFailed(failure)) }
        recording.hasFailed = true
        if closing == nil { close() }
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
    var isRecorded: Bool { recording?.recorder != nil }

    /// Calls a closure in a recorded context.
    package func resuming<Result>(_ fields: [String: String]?, _ body: () -> Result) -> Result {
        guard let carrier else { return body() }
        return carrier.resume(fields.flatMap(carrier.read), body)
    }

    /// Calls a closure when all actions so far are durable; immediately if no commit is pending.
    func whenCommitted(_ tell: @escaping () -> Void) {
        guard let recording, let commit = recording.newest else { return tell() }
        recording.outputs.append((commit, tell))
    }

    private func tellOutputs() {
        // One at a time: a callback may send, and close.
        while let recording, let first = recording.outputs.first, first.commit.isDurable {
            recording.outputs.removeFirst()
            first.tell()
        }
    }
}

/// Records the actions that a machine reduces, before any of their effects or outputs leave the machine (law 13).
///
/// A machine has at most one, from the beginning, and calls it on its actor.
package protocol Recorder<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    /// Carries the context of the sender with an action, also to effects that wait for a commit.
    var carrier: (any ContextCarrier)? { get }

    /// Receives an action after all middleware, as the reducers receive it, and returns its entry.
    ///
    /// `cause` is the entry whose follow-up or effect sent the action.
    func record(_ action: Action, _ origin: ActionOrigin, cause: Int?) -> RecordedEntry

    /// Records that the last action did not reach the children at these positions, because the senders were replaced.
    func pass(_ positions: [Int])

    /// Records the beginning or the end of a mounted reducer; returns the entry.
    func mount(_ mount: RecordedMount) -> Int

    /// Makes all entries since the last call durable, as one commit.
    ///
    /// A store that recovers a snapshot of a state that is not settled would miss the pending `onChange`. While a state is stored, the
    /// next action copies the values that it changes.
    ///
    /// - Parameters:
    ///   - isPart: Whether the turn continues: a very long turn is committed in parts. Pending actions of the store are in no part
    ///     yet. So such a part at the end of a log shows that the turn was cut off.
    ///   - settledState: Returns the state after the last action; `nil` if an `onChange` is pending.
    ///   - end: Call it once, from any thread, in the order of the commits, with an error if they are not durable. After an error, the
    ///     store closes, and waiting effects never start.
    func commit(
        isPart: Bool,
        settledState: () -> State?,
        end: @escaping @Sendable ((any Error)?) -> Void
    )
}

/// The progress of recording or inspecting a machine.
final class Recording<State, Action> {
    /// Records the actions of the machine until it is closed.
    var recorder: (any Recorder<State, Action>)?

    /// The inspections, in order.
    var inspections: [any Inspection<State, Action>] = []

    /// The entry of the action that is being reduced, which is the cause of its follow-ups.
    var entry: Int?

    /// The number of actions that were numbered without a recorder.
    var count = 0

    /// The entry that caused the current action.
    var cause: Int?

    /// The commit of the actions since the last one.
    var open: EffectGroup?

    /// Whether the turn is so long that its actions so far become a commit.
    ///
    /// The commit is made before the next action is reduced: only then is it certain that the turn continues.
    var isPartDue = false

    /// Passes the result of a commit to the machine, while it exists.
    var arrival: StoreDelivery?

    /// The commits that the recorder has, in order.
    var inFlight = Queue<EffectGroup>()

    /// Whether a commit failed.
    var hasFailed = false

    /// The callbacks for durable commits, in order.
    var outputs: [(commit: EffectGroup, tell: () -> Void)] = []

    /// The commit that all actions so far are durable with; `nil` if they are.
    var newest: EffectGroup? { open ?? inFlight.last ?? outputs.last?.commit }

    /// Carries the contexts of senders.
    let carrier: (any ContextCarrier)?

    /// Whether a commit is pending, or entries are not committed yet.
    var isWaiting: Bool { !inFlight.isEmpty || open != nil }

    /// Passes an event of an effect to the inspections.
    func didChange(_ effect: EffectEvent) { inspections.forEach { $0.didChange(effect, by: entry) } }

    init(_ recorder: (any Recorder<State, Action>)?) {
        self.recorder = recorder
        carrier = recorder?.carrier
    }
}
