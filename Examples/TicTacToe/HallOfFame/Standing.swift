// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

/// The results of a player.
package struct Standing: Equatable, Codable, Sendable {
    /// The player.
    package let player: Player
    /// The number of games won.
    package internal(set) var wins = 0
    /// The number of games drawn.
    package internal(set) var draws = 0
    /// The number of games lost or resigned.
    package internal(set) var losses = 0
    /// The current number of consecutive wins.
    package internal(set) var streak = 0
    /// The highest number of consecutive wins.
    package internal(set) var bestStreak = 0

    init(player: Player) { self.player = player }

    /// The number of games.
    package var games: Int { wins + draws + losses }

    /// Two points for each win, one for each draw.
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

    /// Whether games can have these results.
    var isPossible: Bool {
        let limit = 1_000_000_000
        return [wins, draws, losses].allSatisfy { (0...limit).contains($0) }
            && (0...bestStreak).contains(streak) && (0...wins).contains(bestStreak)
    }

    /// Whether it is ranked higher than another one.
    func isBetter(than other: Standing) -> Bool {
        (points, wins, -losses, other.player.name) > (other.points, other.wins, -other.losses, player.name)
    }
}
