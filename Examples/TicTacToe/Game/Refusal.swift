// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

extension Game {
    /// The reason why an action was refused and changed nothing.
    package enum Refusal: Equatable, Sendable {
        /// The field is occupied.
        case occupied(Field)
        /// It is the turn of the player with this mark.
        case turn(of: Mark)
        /// Only a computer plays this mark.
        case computersMark(Mark)
        /// The game has ended.
        case over
    }
}

extension Game.Refusal: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        switch self {
        case .occupied(let field): "Field \(field.number) is taken."
        case .turn(let mark): "It is \(mark.letter)’s turn."
        case .computersMark(let mark): "\(mark.letter) is played by a computer."
        case .over: "The game is over."
        }
    }
}
