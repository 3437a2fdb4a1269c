// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

/// Properties that follow from the moves of the current game, for the match and for a player's view of it.
package protocol MatchStanding {
    /// The number of the game within the match, from one.
    var number: Int { get }
    /// The moves of the current game.
    var moves: [Match.State.Move] { get }
}

extension MatchStanding {
    /// The position of the current game.
    package var position: Position {
        moves.reduce(.open(OpenBoard())) { position, move in
            guard case .open(let open) = position, let field = Field(move.field) else { return position }
            return open.playing(field) ?? position
        }
    }

    /// The mark of a seat, which changes from game to game; the host has the first move in the first game.
    package func mark(of seat: Seat) -> Mark { (seat == .host) == !number.isMultiple(of: 2) ? .x : .o }
}
