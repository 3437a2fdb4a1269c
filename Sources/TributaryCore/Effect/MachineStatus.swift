// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine's current work, for code without its types.
///
/// Properties that other modules read have no check of exclusive access: each access is a load or a store.
@usableFromInline final class MachineStatus {
    @exclusivity(unchecked) @usableFromInline var phase = MachinePhase.idle

    /// Whether an action needs more than a call of the reducer and of observers: something is attached or waits, or
    /// effects of children run.
    @exclusivity(unchecked) @usableFromInline var isAttended = false

    /// Whether there are observers.
    @exclusivity(unchecked) @usableFromInline var isObserved = false

    /// Whether effects run or may run.
    @exclusivity(unchecked) @usableFromInline var runsEffects = false

    /// The actions that wait for their turn.
    ///
    /// Without a check of exclusive access, because it is read and written by functions that run no other code: their
    /// caller releases removed values. The machine belongs to one actor, so no two accesses overlap.
    @exclusivity(unchecked) var queue = Queue<PendingAction>()

    /// Whether a turn is running, which takes actions from the queue and the inbox.
    var isTurning = false

    /// Whether an action was reduced since observers were last notified.
    var hasReduced = false

    /// Whether the feedbacks of the machine's own reducers have begun.
    var hasBegunFeedbacks = false

    /// The action that is being reduced, for the diagnostic that names it.
    @exclusivity(unchecked) @usableFromInline var action: UnsafeRawPointer?
}

/// A kind of work of a machine.
@usableFromInline enum MachinePhase {
    /// Nothing; the next action starts a turn.
    case idle
    /// A reducer has the state.
    case reducing
    /// A turn is running, or its observers are being notified, and the state is at rest.
    case attending
    /// The effects are being put in order, and the state is at rest: requests wait.
    case performing
}
