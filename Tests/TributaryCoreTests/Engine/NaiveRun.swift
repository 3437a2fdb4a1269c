// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One step of the way from a reducer to a child's.
struct NaiveKey: Hashable {
    var number: Int
    var hop: EngineHop
    /// Which state it was that the child had.
    var id: Int?
}

/// A running effect, or a sequence of effects as a whole.
struct NaiveRun {
    var number = 0
    var name: String?
    var place: NaivePlace
    var identifiers: [NaiveIdentifier]
    var completion: NaiveEngine.Completion?
    var isStarted = false
    /// Whether its operation is at work, and waits.
    var isAtWork = false
}

/// A job of effects that run on one thread, one after the other.
enum NaiveJob {
    /// An operation starts, or resumes because it was cancelled.
    case operation(NaiveRun)
    /// The store is notified of an end.
    case end(NaiveRun)
}

/// The place of an effect: the mount that returned it, and the path to the child.
struct NaivePlace: Hashable {
    var mount = 0
    var keys: [NaiveKey] = []

    var way: [EngineHop] { keys.map(\.hop) }

    /// Whether it is the same place, whatever state it has.
    func isSame(_ other: NaivePlace) -> Bool { keys.count == other.keys.count && isWithin(other) }

    /// Whether it is the other place with the same state, or below.
    func isExactlyWithin(_ other: NaivePlace) -> Bool {
        mount == other.mount && keys.starts(with: other.keys)
    }

    /// Whether it is the other place, or below.
    func isWithin(_ other: NaivePlace) -> Bool {
        mount == other.mount && keys.count >= other.keys.count
            && zip(keys, other.keys).allSatisfy { $0.number == $1.number && $0.hop == $1.hop }
            || other.keys.isEmpty && other.mount == 0
    }
}

/// The identifier that cancels an effect.
enum NaiveIdentifier: Hashable {
    case number(Int)
    case feedback(Int)
}

/// An effect that a reducer returned, with the names of its operations.
indirect enum NaiveWork {
    case send(EngineMessage)
    case run(String)
    case cancel(NaiveIdentifier)
    case cancellable(NaiveWork, NaiveIdentifier, inFlight: Bool)
    case merge([NaiveWork])
    case concatenate([NaiveWork])
}
