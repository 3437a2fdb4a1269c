// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A player: a person, or a computer of some strength.
package enum Player: Hashable, Codable, Sendable {
    case human(name: PlayerName)
    case computer(strength: Strength)

    /// The name of the player.
    package var name: String {
        switch self {
        case .human(let name): name.text
        case .computer(.easy): "Easy computer"
        case .computer(.medium): "Medium computer"
        case .computer(.perfect): "Perfect computer"
        }
    }

    /// Whether it is a person.
    package var isHuman: Bool {
        if case .human = self { true } else { false }
    }
}

/// The two players of a game.
package struct Players: Hashable, Codable, Sendable {
    /// The player with the first move.
    package var x: Player
    /// The other player.
    package var o: Player

    /// Makes a pair.
    package init(x: Player, o: Player) {
        self.x = x
        self.o = o
    }

    /// The player of a mark.
    package subscript(mark: Mark) -> Player { mark == .x ? x : o }
}
