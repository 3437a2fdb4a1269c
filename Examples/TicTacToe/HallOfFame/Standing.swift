// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

/// What a player has achieved.
package struct Standing: Equatable, Codable, Sendable {
    /// Who it is.
    package let player: Player
    /// How many games were won.
    package internal(set) var wins = 0
    /// How many were drawn.
    package internal(set) var draws = 0
    /// How many were lost, those given up included.
    package internal(set) var losses = 0
    /// How many games in a row were won, up to now.
    package internal(set) var streak = 0
    /// The most that ever were.
    package internal(set) var bestStreak = 0

    init(player: Player) { self.player = player }

    /// How many games there were.
    package var games: Int { wins + draws + losses }

    /// Two for a game that was won, one for a draw.
    package var points: Int { 2 * wins + draws }

    mutating func addWin() {
        wins += 1
        streak += 1
        bestStreak = max(bestStreak, streak)
    }

    mutating func addDraw() {
        draws += 1
        streak = 0
    }

    mutating func addLoss() {
        losses += 1
        streak = 0
    }

    /// Whether the numbers can have come from games.
    var isPossible: Bool {
        let limit = 1_000_000_000
        return [wins, draws, losses].allSatisfy { (0...limit).contains($0) }
            && (0...bestStreak).contains(streak) && (0...wins).contains(bestStreak)
    }

    /// Whether it comes before another one in the table.
    func isBetter(than other: Standing) -> Bool {
        (points, wins, -losses, other.player.name) > (other.points, other.wins, -other.losses, player.name)
    }
}
