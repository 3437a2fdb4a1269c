// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// One effect in flight, or a part of one; situations share it.
final class Flight {
    enum Kind {
        /// An operation at a point of its script; without one until it is recorded.
        case running(PlannedOperation, ScriptPoint?)
        /// Waits for its time.
        case delayed(FlightPlan)
        /// A sequence whose parts are in flight, and the position of the next step.
        case sequence([FlightPlan], next: Int)
        /// An effect that a policy counts.
        case limited(FlightPlan, FlightLimit.Phase)
        /// An effect that waits for the end of a throttle's time, or that time itself.
        case window(FlightPlan, FlightLimit.Phase)
        /// An effect with a time limit, whose parts are in flight.
        case timed(action: Int)
    }

    /// Counts the flights in the order in which they began.
    let number: Int
    let kind: Kind
    let tag: FlightTag

    /// The number of the effect that it is a part of; 0 if it is a part of none.
    let parent: Int

    /// Identifies it by its possible behavior, without its parts; only once its operations are recorded.
    private(set) lazy var identity: UInt64 =
        switch kind {
        case .running(let operation, let point): mix(point?.identity ?? 0, tag.identity)
        case .delayed(let plan): mix(mix(101, plan.identity), tag.identity)
        case .sequence(let plans, let next):
            plans[next...].reduce(mix(103, tag.identity)) { mix($0, $1.identity) }
        case .limited(let plan, let phase):
            mix(mix(107, phase == .running ? 1 : plan.identity), mix(tag.identity, phase.rawValue))
        case .window(let plan, let phase):
            mix(mix(109, phase == .running ? 1 : plan.identity), mix(tag.identity, phase.rawValue))
        case .timed(let action): mix(mix(113, UInt64(action)), tag.identity)
        }

    init(number: Int, kind: Kind, tag: FlightTag, parent: Int) {
        self.number = number
        self.kind = kind
        self.tag = tag
        self.parent = parent
    }
}

/// The effects that a policy counts under one identifier.
struct FlightLimit {
    enum Phase: UInt64 {
        /// Waits for a place.
        case waits = 1
        /// Has a place, and begins with its next move.
        case opened
        case running
    }

    let key: AnyHashable
    let place: FlightPlace
    let isThrottle: Bool
    let limit: Int
    var running: [Int] = []
    var waiting: [Int] = []

    var isFull: Bool { running.count >= limit }
}

/// The effects in flight, as a value.
struct Flights {
    var list: [Flight] = []
    var limits: [FlightLimit] = []

    /// The numbers that were given.
    var last = 0

    /// How many effects are in flight; one with parts counts once for each part that runs or waits.
    var count: Int { list.count { $0.isTask } }

    var isEmpty: Bool { list.isEmpty }

    /// Identifies the effects by their possible behavior, independent of the order in which they began.
    var identity: UInt64 {
        if limits.isEmpty, list.allSatisfy({ $0.parent == 0 }) {
            return list.reduce(0) { $0 &+ mix($1.identity, 1) }
        }
        return list.reduce(0) { $1.parent == 0 ? $0 &+ mix(identity(of: $1), 1) : $0 }
    }

    /// Identifies a flight with its parts.
    func identity(of flight: Flight) -> UInt64 {
        var identity = mix(flight.identity, rank(of: flight))
        for part in list where part.parent == flight.number { identity &+= mix(self.identity(of: part), 3) }
        return identity
    }

    /// The position of an effect among those that the same policy counts.
    private func rank(of flight: Flight) -> UInt64 {
        for limit in limits {
            if let index = limit.running.firstIndex(of: flight.number) { return UInt64(index * 2 + 2) }
            if let index = limit.waiting.firstIndex(of: flight.number) { return UInt64(index * 2 + 3) }
        }
        return 1
    }

    func index(of number: Int) -> Int? { list.firstIndex { $0.number == number } }

    /// Replaces an effect by the same one at another point.
    mutating func change(at index: Int, to kind: Flight.Kind) {
        let flight = list[index]
        list[index] = Flight(number: flight.number, kind: kind, tag: flight.tag, parent: flight.parent)
    }
}

extension Flight {
    /// Whether a task of it runs or waits.
    var isTask: Bool {
        switch kind {
        case .sequence, .limited(_, .running): false
        case .running, .delayed, .limited, .window, .timed: true
        }
    }

    /// The name of its operation, or a description.
    var label: String {
        switch kind {
        case .running(let operation, let point):
            if let name = operation.operation.name { return name }
            if case .asks(let question)? = point?.step, !question.isTime { return "\(question.title)" }
            return "the effect"
        case .delayed: return "the delayed effect"
        case .sequence: return "the sequence"
        case .limited: return "the effect in the queue"
        case .window: return "the throttled effect"
        case .timed: return "the time limit"
        }
    }
}
