// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that a check did not cover.
public enum NotCovered: Hashable, Sendable, CustomStringConvertible {
    /// There are more situations than it could visit.
    case situations(Int)

    /// There are situations that are further away.
    case depth(Int)

    /// The search took too long.
    case time(Duration)

    /// The tables took too much memory.
    case memory(Int)

    /// Actions of the user were not offered, because that many effects were in flight.
    case effectsInFlight(Int, actions: Int)

    /// States were identified by a part of them only.
    case identifiedByPart

    /// An effect waits for something that the check does not control.
    case outside(String)

    /// An operation is too long to be recorded as a whole; its points are compared by their next steps.
    case longOperation(String)

    /// A feedback has several effects at once, is in a filter, or belongs to a reducer that is called by hand.
    case feedbacks

    /// A feature uses an operation that a check with recorded effects does not support.
    case unsupported(String)

    /// Real tasks behaved differently from recorded effects.
    case differentWithRealTasks

    /// The gap, in words.
    public var description: String {
        switch self {
        case .situations(let count): "There are more than \(count) situations."
        case .depth(let depth): "There are situations more than \(depth) steps away."
        case .time(let time): "The search took longer than \(time)."
        case .memory(let count): "The tables took more than \(count) bytes."
        case .effectsInFlight(let count, let actions):
            "\(actions) times an action of the user was not offered, because \(count) effects were in flight."
        case .identifiedByPart: "States that differ in other parts were taken as one."
        case .outside(let name):
            "“\(name)” waits for something outside. Let its dependencies ask with `choose`, or use a clock of the dependencies."
        case .longOperation(let name):
            "“\(name)” is too long to be recorded as a whole. Two of its points are taken as one if their next steps agree."
        case .feedbacks:
            "A `feedback` has several effects at once, is in a `filter`, or its reducer is called by hand."
        case .unsupported(let what): "The feature uses \(what), which is not recorded."
        case .differentWithRealTasks: "Recorded effects and real tasks differ."
        }
    }
}

/// The world of a feature that is checked without one.
public struct NoWorld: Hashable, Sendable {}
