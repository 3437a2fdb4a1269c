// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine's current work, for code without its types.
@usableFromInline struct MachineStatus {
    @usableFromInline var phase = MachinePhase.idle

    /// Whether an action needs more than a call of the reducer and of observers: something is attached or waits, or
    /// effects of children run.
    @usableFromInline var isAttended = false

    /// Whether there are observers.
    @usableFromInline var isObserved = false

    /// Whether a turn is running.
    var isTurning = false
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
