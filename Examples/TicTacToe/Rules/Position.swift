// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A position of a game after a move.
package enum Position: Hashable, Sendable {
    case open(OpenBoard)
    case won(WonBoard)
    case drawn(DrawnBoard)

    /// The marks on the fields.
    package var board: Board {
        switch self {
        case .open(let open): open.board
        case .won(let won): won.board
        case .drawn(let drawn): drawn.board
        }
    }
}

/// A board without a winner and with a free field, the only kind that allows moves.
package struct OpenBoard: Hashable, Sendable {
    /// The marks on the fields.
    package let board: Board

    /// The board before the first move.
    package init() { board = Board() }

    private init(_ board: Board) { self.board = board }

    /// The mark of the current player.
    package var turn: Mark { board.count.isMultiple(of: 2) ? .x : .o }

    /// The fields that can be played; there is at least one.
    package var freeFields: [Field] { board.freeFields }

    /// The position after the current player plays a field.
    ///
    /// - Returns: The new position, or `nil` if the field is occupied.
    package func playing(_ field: Field) -> Position? {
        guard board[field] == nil else { return nil }
        let next = board.placing(turn, on: field)
        let lines = next.lines(of: turn)
        if !lines.isEmpty { return .won(WonBoard(board: next, winner: turn, lines: lines)) }
        return next.count == 9 ? .drawn(DrawnBoard(board: next)) : .open(OpenBoard(next))
    }
}

/// A board on which the last move has won.
package struct WonBoard: Hashable, Sendable {
    /// The marks on the fields.
    package let board: Board
    /// The winner.
    package let winner: Mark
    /// The lines that the last move completed: one or two.
    package let lines: [Line]

    fileprivate init(board: Board, winner: Mark, lines: [Line]) {
        self.board = board
        self.winner = winner
        self.lines = lines
    }
}

/// A full board on which no player has won.
package struct DrawnBoard: Hashable, Sendable {
    /// The marks on the fields.
    package let board: Board

    fileprivate init(board: Board) { self.board = board }
}
