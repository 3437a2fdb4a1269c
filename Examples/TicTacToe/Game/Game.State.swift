// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeRules
import Tributary

extension Game {
    /// The phase of a game; each case has the data that is only valid in it.
    @CasePathable
    package enum Phase: Equatable, Sendable {
        /// A player's turn; `OpenBoard` knows whose.
        case turn(OpenBoard)
        case won(WonBoard)
        case drawn(DrawnBoard)
        /// A player resigned on an open board.
        case resigned(OpenBoard, by: Mark)

        init(_ position: Position) {
            switch position {
            case .open(let open): self = .turn(open)
            case .won(let won): self = .won(won)
            case .drawn(let drawn): self = .drawn(drawn)
            }
        }
    }

    /// The players, and the phase of the game.
    package struct State: Equatable, Sendable {
        /// The identifier of the game.
        package private(set) var id: UUID
        /// The players.
        package let players: Players
        /// The thinking time of computers.
        package let pace: Pace
        /// The phase of the game.
        package internal(set) var phase = Phase.turn(OpenBoard())

        /// Makes a game before its first move.
        package init(id: UUID, players: Players, pace: Pace) {
            self.id = id
            self.players = players
            self.pace = pace
        }

        /// Starts another game of the same players.
        mutating func restart(as id: UUID) {
            self.id = id
            phase = .turn(OpenBoard())
        }
    }

    /// The input of a computer's move: a board of a game.
    package struct Thought: Equatable, Sendable {
        /// The game.
        package let game: UUID
        /// The board on which it is the computer's turn.
        package let board: OpenBoard
        /// The computer's strength.
        package let strength: Strength
        /// The thinking time.
        package let time: Duration
    }
}

extension Game.State {
    /// The marks on the board.
    package var board: Board {
        switch phase {
        case .turn(let open), .resigned(let open, _): open.board
        case .won(let won): won.board
        case .drawn(let drawn): drawn.board
        }
    }

    /// The open board, unless the game is over.
    package var open: OpenBoard? {
        if case .turn(let open) = phase { open } else { nil }
    }

    /// The input of the computer's move, if it is a computer's turn.
    package var thought: Game.Thought? {
        guard let open, case .computer(let strength) = players[open.turn] else { return nil }
        return Game.Thought(game: id, board: open, strength: strength, time: pace.thinkingTime)
    }

    /// The mark of the person at the keyboard, who moves or waits for a computer's move.
    package var person: Mark? {
        guard let open else { return nil }
        return [open.turn, open.turn.opponent].first { players[$0].isHuman }
    }

    /// The finished game, if it is over.
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
