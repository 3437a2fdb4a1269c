// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A game that has come to its end.
package struct FinishedGame: Hashable, Codable, Sendable {
    /// How a game ends.
    package enum Result: Hashable, Codable, Sendable {
        case won(by: Mark)
        case drawn
        case resigned(by: Mark)

        /// Who has won, by a line or because the other resigned.
        package var winner: Mark? {
            switch self {
            case .won(let mark): mark
            case .resigned(let mark): mark.opponent
            case .drawn: nil
            }
        }
    }

    /// Which game it was; no two have the same.
    package let id: UUID
    /// Who played.
    package let players: Players
    /// How it ended.
    package let result: Result

    /// Makes a finished game.
    package init(id: UUID, players: Players, result: Result) {
        self.id = id
        self.players = players
        self.result = result
    }
}
