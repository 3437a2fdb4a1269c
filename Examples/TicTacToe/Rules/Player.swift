// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Who plays: a person, or a computer of some strength.
package enum Player: Hashable, Codable, Sendable {
    case human(name: PlayerName)
    case computer(strength: Strength)

    /// What it is called.
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

/// The two who play against each other.
package struct Players: Hashable, Codable, Sendable {
    /// Who begins.
    package var x: Player
    /// Who answers.
    package var o: Player

    /// Makes a pair.
    package init(x: Player, o: Player) {
        self.x = x
        self.o = o
    }

    /// Who has a mark.
    package subscript(mark: Mark) -> Player { mark == .x ? x : o }
}
