// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects in flight, shared by the situations that have the same, with the moves that were made from there.
final class FlightSet {
    /// A possible move of an effect.
    struct Move {
        let mover: UInt64
        let flight: Int32

        /// The answer that it gets, by its position; -1 if it waits for none.
        let answer: Int32
    }

    let value: Flights
    let identity: UInt64
    let count: Int

    /// Whether the effects are independent: no part of another, not counted by a policy, and none lives with a child.
    ///
    /// Then the result of a move or of a plan does not depend on the state.
    let isPlain: Bool

    private var keptMoves: [Move]?
    private var isUsedAgain = false

    /// Whether it is among those that situations share; only then are moves kept.
    private var isShared = false
    private var performed: [UInt64: FlightSet] = [:]

    init(_ value: Flights, identity: UInt64) {
        self.value = value
        self.identity = identity
        count = value.count
        isPlain = value.isPlain
    }

    /// The moves, in an order that is the same for the same effects.
    ///
    /// They are kept from the second time on: most effects in flight are those of one situation, or of many.
    var moves: [Move] {
        if let keptMoves { return keptMoves }
        let moves = value.moves
        if isUsedAgain { keptMoves = moves }
        isUsedAgain = isShared
        return moves
    }

    convenience init(_ value: Flights) { self.init(value, identity: value.identity) }

    /// The effects after a plan, by the identity of the plan.
    subscript(plan: UInt64) -> FlightSet? {
        get { performed[plan] }
        set { if isShared { performed[plan] = newValue } }
    }

    func share() { isShared = true }

    /// Forgets its moves, which would retain it if they lead back to it.
    func forget() { (keptMoves, performed, isUsedAgain, isShared) = (nil, [:], false, false) }
}

extension Flights {
    fileprivate var isPlain: Bool {
        guard limits.isEmpty else { return false }
        return list.allSatisfy { flight in
            guard case .running = flight.kind else { return false }
            return flight.parent == 0 && flight.tag.place.isRoot
        }
    }

    fileprivate var moves: [FlightSet.Move] {
        var moves: [FlightSet.Move] = []
        for index in list.indices {
            let count = list[index].answerCount
            guard count != 0 else { continue }
            let mover = list[index].identity
            for answer in 0..<abs(count) {
                moves.append(
                    FlightSet.Move(mover: mover, flight: Int32(index), answer: count < 0 ? -1 : Int32(answer))
                )
            }
        }
        guard moves.count > 1 else { return moves }
        moves.sort { ($0.mover, $0.flight, $0.answer) < ($1.mover, $1.flight, $1.answer) }
        guard limits.isEmpty else { return moves }
        // Of effects that can do the same, one is as good as the other.
        var last = moves[0]
        return moves.filter { move in
            let isTwin =
                move.mover == last.mover && move.flight != last.flight
                && list[Int(move.flight)].parent == 0 && list[Int(last.flight)].parent == 0
            if !isTwin { last = move }
            return !isTwin
        }
    }
}

extension Flight {
    /// How many answers it can get; -1 if it can move without one, and 0 if it cannot move.
    fileprivate var answerCount: Int {
        switch kind {
        case .running(_, let point?):
            switch point.step {
            case .sends: -1
            // A value that is read from the world is one answer.
            case .asks(let question): question.answers?.count ?? 1
            case .reports, .ends, .waits, .goesOn: 0
            }
        case .delayed, .timed, .limited(_, .opened), .window(_, .opened), .window(_, .running): -1
        case .running, .sequence, .limited, .window: 0
        }
    }
}
