// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a machine is doing, for those who do not know its types.
@usableFromInline
struct MachineStatus {
    @usableFromInline var phase = MachinePhase.idle

    /// Whether an action needs more than a call of the reducer and of observers: something is attached or waits, or
    /// effects of children run.
    @usableFromInline var isAttended = false

    /// Whether there are observers.
    @usableFromInline var isObserved = false

    /// Whether a turn is running.
    var isTurning = false
}

/// What a machine is doing.
@usableFromInline
enum MachinePhase {
    /// Nothing; the next action starts a turn.
    case idle
    /// A reducer has the state.
    case reducing
    /// A turn is running, or its observers are being notified, and the state is at rest.
    case attending
    /// The effects are being put in order, and the state is at rest: everything that is asked for waits.
    case performing
}
