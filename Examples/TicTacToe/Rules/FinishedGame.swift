// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A finished game.
package struct FinishedGame: Hashable, Codable, Sendable {
    /// The result of a game.
    package enum Result: Hashable, Codable, Sendable {
        case won(by: Mark)
        case drawn
        case resigned(by: Mark)

        /// The winner, by a line or because the other resigned.
        package var winner: Mark? {
            switch self {
            case .won(let mark): mark
            case .resigned(let mark): mark.opponent
            case .drawn: nil
            }
        }
    }

    /// The unique identifier of the game.
    package let id: UUID
    /// The players.
    package let players: Players
    /// The result.
    package let result: Result

    /// Makes a finished game.
    package init(id: UUID, players: Players, result: Result) {
        self.id = id
        self.players = players
        self.result = result
    }
}
