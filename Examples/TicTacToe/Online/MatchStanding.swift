// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

/// What follows from the moves of the game that is played, for the match itself as for what one of the two sees of it.
package protocol MatchStanding {
    /// Which game of the match it is, from one.
    var number: Int { get }
    /// The moves of this game.
    var moves: [Match.State.Move] { get }
}

extension MatchStanding {
    /// Where the game stands.
    package var position: Position {
        moves.reduce(.open(OpenBoard())) { position, move in
            guard case .open(let open) = position, let field = Field(move.field) else { return position }
            return open.playing(field) ?? position
        }
    }

    /// The mark of a seat, which changes from game to game; the host begins the first one.
    package func mark(of seat: Seat) -> Mark { (seat == .host) == !number.isMultiple(of: 2) ? .x : .o }
}
