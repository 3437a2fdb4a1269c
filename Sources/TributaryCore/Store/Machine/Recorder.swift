// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What writes down the actions that a machine reduces, before anything leaves the machine because of them (law 13).
///
/// A machine has one at most, from the beginning. Everything is called on the actor of the machine.
///
/// A class, because a struct of closures is copied, each of them, for every action.
@usableFromInline
package final class Recorder<State, Action> {
    /// Gets an action as the reducers get it, after all middleware, and returns its entry.
    ///
    /// `cause` is the entry whose follow-up or effect the action is.
    package let record: (_ action: Action, _ origin: ActionOrigin, _ cause: Int?) -> RecordedEntry

    /// The last action did not reach the children at these positions, because they are others than those that sent it.
    package let pass: (_ positions: [Int]) -> Void

    /// The last action was the last one of a step of an undo history that is to be recovered; returns the entry.
    package let step: (RecordedStep<Action>) -> Int?

    /// A reducer is mounted from here on, or is no longer; returns the entry.
    package let mount: (RecordedMount) -> Int

    /// Everything recorded since the last time belongs together, and is to be made durable.
    package let commit: (RecordedCommit<State>) -> Void

    /// Lets the context in which an action was sent go with it, also to effects that wait for a commit.
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

/// The beginning or the end of a reducer that is mounted on a recorded store: an entry like an action.
package enum RecordedMount: Equatable, Sendable {
    /// The reducer of this name runs from here on.
    case began(name: String)

    /// The reducer that began with this entry runs no longer.
    case ended(entry: Int)
}

/// What a recorder has to make durable, and whom to tell.
package struct RecordedCommit<State> {
    /// The state after the last action, to be asked for during the call; `nil` where an `onChange` has yet to answer for
    /// what it saw change.
    ///
    /// A snapshot of such a state would be recovered into a store that answers otherwise. While a state is kept, the next
    /// action copies what it changes.
    package let settledState: () -> State?

    /// Whether the turn goes on: it was so long that a part of it is handed over alone.
    ///
    /// What waits in the store is in no part yet. So whoever finds such a part at the end of a log knows that the turn was
    /// cut off.
    package let isPart: Bool

    /// To be called once, from any thread, in the order of the commits: with an error if they are not durable.
    ///
    /// After an error the store closes, and effects that waited never start.
    package let end: @Sendable ((any Error)?) -> Void
}

/// How far a machine is with what it records, or with what is inspected.
final class Recording<State, Action> {
    /// Writes down what the machine does, until it is closed.
    var recorder: Recorder<State, Action>?

    /// What looks on alone, if anything does.
    var inspection: Inspection<State, Action>?

    /// What looks on beside it.
    var others: [Inspection<State, Action>] = []

    /// Shows something to all that look on.
    func inspect(_ body: (Inspection<State, Action>) -> Void) {
        if let inspection { body(inspection) }
        for other in others { body(other) }
    }

    /// The entry of the action that is being reduced, which causes what follows.
    var entry: Int?

    /// How many actions were numbered without a recorder.
    var count = 0

    /// The entry that caused the action at hand.
    var cause: Int?

    /// The work of the actions since the last commit, which is not done before that is durable.
    var groups = CommitGroups()

    /// Whether the turn is so long that its actions up to now become a commit of their own.
    ///
    /// Made before the next action is reduced: only then is it certain that they are not the turn's end.
    var isPartDue = false

    /// How many commits the recorder got.
    var commits = 0

    /// Those that have not ended, in order.
    var waiting = WaitingCommits()

    /// What those that end call: the machine, as long as it is there.
    var end: CommitEnd?

    /// Whether one of them could not be written down.
    var hasFailed = false

    /// What is told when a commit is durable, in order.
    var outputs: [(commit: Int, tell: () -> Void)] = []

    /// The reducers that are mounted, by their entries: they run until their end is an entry, too.
    var mounts: [Int: MountedReducer<State, Action>] = [:]

    /// Whether something is on its way, or is yet to be handed over.
    var isWaiting: Bool { !waiting.isEmpty || !groups.isEmpty }

    init(_ recorder: Recorder<State, Action>?) { self.recorder = recorder }
}
