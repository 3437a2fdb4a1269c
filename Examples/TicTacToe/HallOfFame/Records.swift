// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TicTacToeRules

/// The stored content of the hall of fame.
package struct Records: Equatable, Sendable {
    /// The standings, the best first.
    package private(set) var standings: [Standing] = []
    /// The latest games, the newest last.
    package private(set) var latest: [FinishedGame] = []

    /// The number of latest games to store.
    package static let limit = 20

    /// Makes empty records.
    package init() {}

    /// The number of recorded games; each has two results.
    package var games: Int { standings.reduce(0) { $0 + $1.games } / 2 }

    /// Records a game, unless it is already one of the latest.
    mutating func add(_ game: FinishedGame) {
        guard !latest.contains(where: { $0.id == game.id }) else { return }
        latest.append(game)
        latest.removeFirst(max(0, latest.count - Self.limit))
        for mark in Mark.allCases {
            change(game.players[mark]) { standing in
                switch game.result.winner {
                case mark: standing.addWin()
                case nil: standing.addDraw()
                default: standing.addLoss()
                }
            }
        }
        standings.sort { $0.isBetter(than: $1) }
    }

    private mutating func change(_ player: Player, _ body: (inout Standing) -> Void) {
        let position = standings.firstIndex { $0.player == player } ?? standings.endIndex
        if position == standings.endIndex { standings.append(Standing(player: player)) }
        body(&standings[position])
    }
}

extension Records: Codable {
    private enum CodingKeys: String, CodingKey { case version, standings, latest }

    /// Decodes records, and refuses those that are not possible.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func refuse(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        let version = try container.decode(Int.self, forKey: .version)
        guard version == 1 else {
            throw refuse(.version, "It is of version \(version), and not of version 1.")
        }
        standings = try container.decode([Standing].self, forKey: .standings)
        latest = try container.decode([FinishedGame].self, forKey: .latest)
        guard standings.allSatisfy(\.isPossible), Set(standings.map(\.player)).count == standings.count else {
            throw refuse(.standings, "No games give these standings.")
        }
        let results = standings.reduce((wins: 0, draws: 0, losses: 0)) {
            ($0.wins &+ $1.wins, $0.draws &+ $1.draws, $0.losses &+ $1.losses)
        }
        guard results.wins == results.losses, results.draws.isMultiple(of: 2) else {
            throw refuse(.standings, "There are not as many who lost as who won.")
        }
        guard latest.count <= min(Self.limit, games), Set(latest.map(\.id)).count == latest.count else {
            throw refuse(.latest, "No games give this list of the latest.")
        }
        standings.sort { $0.isBetter(than: $1) }
    }

    /// Writes the records.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(standings, forKey: .standings)
        try container.encode(latest, forKey: .latest)
    }
}
