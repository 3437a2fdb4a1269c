// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeRules
import Tributary

extension Game {
    /// How a game stands; what is possible only in one case is in that case.
    @CasePathable
    package enum Phase: Equatable, Sendable {
        /// A player's turn: `OpenBoard` says whose.
        case turn(OpenBoard)
        case won(WonBoard)
        case drawn(DrawnBoard)
        /// A player gave up on a board that was still open.
        case resigned(OpenBoard, by: Mark)

        init(_ position: Position) {
            switch position {
            case .open(let open): self = .turn(open)
            case .won(let won): self = .won(won)
            case .drawn(let drawn): self = .drawn(drawn)
            }
        }
    }

    /// Who plays, and how the game stands.
    package struct State: Equatable, Sendable {
        /// Which game it is.
        package private(set) var id: UUID
        /// Who plays.
        package let players: Players
        /// How long computers think.
        package let pace: Pace
        /// How the game stands.
        package internal(set) var phase = Phase.turn(OpenBoard())

        /// A game before its first move.
        package init(id: UUID, players: Players, pace: Pace) {
            self.id = id
            self.players = players
            self.pace = pace
        }

        /// Begins anew, as another game of the same players.
        mutating func restart(as id: UUID) {
            self.id = id
            phase = .turn(OpenBoard())
        }
    }

    /// What a computer thinks about: a board of a game.
    package struct Thought: Equatable, Sendable {
        /// The game.
        package let game: UUID
        /// The board on which it is the computer's turn.
        package let board: OpenBoard
        /// How well the computer plays.
        package let strength: Strength
        /// How long it thinks.
        package let time: Duration
    }
}

extension Game.State {
    /// What lies on the fields.
    package var board: Board {
        switch phase {
        case .turn(let open), .resigned(let open, _): open.board
        case .won(let won): won.board
        case .drawn(let drawn): drawn.board
        }
    }

    /// The board that can be played on, unless the game is over.
    package var open: OpenBoard? {
        if case .turn(let open) = phase { open } else { nil }
    }

    /// What a computer thinks about now, if it is a computer's turn.
    package var thought: Game.Thought? {
        guard let open, case .computer(let strength) = players[open.turn] else { return nil }
        return Game.Thought(game: id, board: open, strength: strength, time: pace.thinkingTime)
    }

    /// The mark of the person at the keyboard: whose turn it is, or who waits for a computer's move.
    package var person: Mark? {
        guard let open else { return nil }
        return [open.turn, open.turn.opponent].first { players[$0].isHuman }
    }

    /// The game as it ended, if it is over.
    package var finished: FinishedGame? {
        let result: FinishedGame.Result
        switch phase {
        case .turn: return nil
        case .won(let won): result = .won(by: won.winner)
        case .drawn: result = .drawn
        case .resigned(_, let mark): result = .resigned(by: mark)
        }
        return FinishedGame(id: id, players: players, result: result)
    }
}
