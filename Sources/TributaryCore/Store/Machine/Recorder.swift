// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Records the actions that a machine reduces, before any of their effects or outputs leave the machine (law 13).
///
/// A machine has at most one, from the beginning. All closures are called on the actor of the machine.
///
/// A class, because each action would copy all closures of a struct.
package final class Recorder<State, Action> {
    /// Receives an action after all middleware, as the reducers receive it, and returns its entry.
    ///
    /// `cause` is the entry whose follow-up or effect sent the action.
    package let record: (_ action: Action, _ origin: ActionOrigin, _ cause: Int?) -> RecordedEntry

    /// Records that the last action did not reach the children at these positions, because the senders were replaced.
    package let pass: (_ positions: [Int]) -> Void

    /// Records that the last action ended a step of a recoverable undo history; returns the entry.
    package let step: (RecordedStep<Action>) -> Int?

    /// Records the beginning or the end of a mounted reducer; returns the entry.
    package let mount: (RecordedMount) -> Int

    /// Makes all entries since the last call durable, as one commit.
    package let commit: (RecordedCommit<State>) -> Void

    /// Carries the context of the sender with an action, also to effects that wait for a commit.
    let carrier: (any ContextCarrier)?

    package init(
        carrier: (any ContextCarrier)? = nil,
        record: @escaping (_ action: Action, _ origin: ActionOrigin, _ cause: Int?) -> RecordedEntry,
        pass: @escaping (_ positions: [Int]) -> Void,
        step: @escaping (RecordedStep<Action>) -> Int? = { _ in nil },
        mount: @escaping (RecordedMount) -> Int,
        commit: @escaping (RecordedCommit<State>) -> Void
    ) {
        self.carrier = carrier
        self.record = record
        self.pass = pass
        self.step = step
        self.mount = mount
        self.commit = commit
    }
}

/// The beginning or the end of a mounted reducer on a recorded store: an entry like an action.
package enum RecordedMount: Equatable, Sendable {
    /// The reducer of this name was mounted.
    case began(name: String)

    /// The reducer that began with this entry was removed.
    case ended(entry: Int)
}

/// A commit for the recorder, and the callback for its result.
package struct RecordedCommit<State> {
    /// Returns the state after the last action, during the call; `nil` if an `onChange` is pending.
    ///
    /// A store that recovers a snapshot of such a state would miss that `onChange`. While a state is stored, the next
    /// action copies the values that it changes.
    package let settledState: () -> State?

    /// Whether the turn continues: a very long turn is committed in parts.
    ///
    /// Pending actions of the store are in no part yet. So such a part at the end of a log shows that the turn was cut
    /// off.
    package let isPart: Bool

    /// Call it once, from any thread, in the order of the commits, with an error if they are not durable.
    ///
    /// After an error, the store closes, and waiting effects never start.
    package let end: @Sendable ((any Error)?) -> Void
}

/// The progress of recording or inspecting a machine.
final class Recording<State, Action> {
    /// Records the actions of the machine until it is closed.
    var recorder: Recorder<State, Action>?

    /// The only inspection, if there is one.
    var inspection: Inspection<State, Action>?

    /// Additional inspections.
    var others: [Inspection<State, Action>] = []

    /// Calls each inspection.
    func inspect(_ body: (Inspection<State, Action>) -> Void) {
        if let inspection { body(inspection) }
        for other in others { body(other) }
    }

    /// The entry of the action that is being reduced, which is the cause of its follow-ups.
    var entry: Int?

    /// The number of actions that were numbered without a recorder.
    var count = 0

    /// The entry that caused the current action.
    var cause: Int?

    /// The effects of the actions since the last commit, which start when they are durable.
    var groups = CommitGroups()

    /// Whether the turn is so long that its actions so far become a commit.
    ///
    /// The commit is made before the next action is reduced: only then is it certain that the turn continues.
    var isPartDue = false

    /// The number of commits that the recorder received.
    var commits = 0

    /// The pending commits, in order.
    var waiting = WaitingCommits()

    /// The callback of completed commits: the machine, while it exists.
    var end: CommitEnd?

    /// Whether a commit failed.
    var hasFailed = false

    /// The callbacks for durable commits, in order.
    var outputs: [(commit: Int, tell: () -> Void)] = []

    /// The mounted reducers, by their entries, until their end is recorded.
    var mounts: [Int: MountedReducer<State, Action>] = [:]

    /// Whether a commit is pending, or entries are not committed yet.
    var isWaiting: Bool { !waiting.isEmpty || !groups.isEmpty }

    init(_ recorder: Recorder<State, Action>?) { self.recorder = recorder }
}
