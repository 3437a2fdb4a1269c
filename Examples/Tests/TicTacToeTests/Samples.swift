// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TicTacToeRules
import Tributary

/// The field with a number, as tests write it.
func field(_ number: Int) -> Field {
    guard let field = Field(number) else { preconditionFailure("There is no field \(number).") }
    return field
}

extension Player {
    static let ada = human("Ada")
    static let bob = human("Bob")

    static func human(_ name: String) -> Player {
        guard let name = PlayerName(name) else { preconditionFailure("“\(name)” is no name.") }
        return .human(name: name)
    }
}

extension Players {
    static let people = Players(x: .ada, o: .bob)
    static let computers = Players(x: .computer(strength: .easy), o: .computer(strength: .easy))
    static let adaBegins = Players(x: .ada, o: .computer(strength: .perfect))
}

extension UUID {
    /// The identifier of a game, as tests count them.
    static func game(_ number: UInt64) -> UUID { UUID(number: number) }
}

/// The position after some moves.
func position(after moves: [Int]) -> Position {
    moves.reduce(.open(OpenBoard())) { position, number in
        guard case .open(let open) = position, let next = open.playing(field(number)) else {
            preconditionFailure("Field \(number) can’t be played.")
        }
        return next
    }
}

/// The board after some moves, which leave it open.
func openBoard(after moves: [Int]) -> OpenBoard {
    guard case .open(let open) = position(after: moves) else { preconditionFailure("The game is over.") }
    return open
}
