// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeHallOfFame
import TicTacToeRules
import Tributary
import TributaryTesting

@Suite("Records", .timeLimit(.minutes(30)))
struct RecordsTests {
    @Test(
        "are equal after encoding and decoding, whatever was played",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func coding(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let games = (0..<60).map { randomGame(UInt64($0), &generator) }
        let records = records(of: games)
        #expect(records.games == 60 && records.latest == games.suffix(Records.limit))
        let data = try JSONEncoder().encode(records)
        #expect(try JSONDecoder().decode(Records.self, from: data) == records)
    }

    @Test("count a game once, and give each player one result")
    func counting() throws {
        let won = FinishedGame(id: .game(1), players: .people, result: .won(by: .o))
        let drawn = FinishedGame(id: .game(2), players: .people, result: .drawn)
        let given = FinishedGame(id: .game(3), players: .people, result: .resigned(by: .x))
        let records = records(of: [won, won, drawn, given, given])
        #expect(records.games == 3)
        let bob = try #require(records.standings.first)
        #expect(bob.player == .bob && (bob.wins, bob.draws, bob.losses) == (2, 1, 0))
        #expect(bob.points == 5 && bob.streak == 1 && bob.bestStreak == 1)
        let ada = try #require(records.standings.last)
        #expect(ada.player == .ada && (ada.wins, ada.draws, ada.losses) == (0, 1, 2))
    }

    @Test(
        "that no games can have made are refused",
        arguments: [
            #"{}"#, #"[]"#, #""#, #"{"version":2,"standings":[],"latest":[]}"#,
            #"{"version":1,"standings":[],"latest":[{}]}"#,
            standing(#""wins":9223372036854775807,"draws":0,"losses":0,"streak":0,"bestStreak":0"#),
            standing(#""wins":-1,"draws":0,"losses":-1,"streak":0,"bestStreak":0"#),
            standing(#""wins":1,"draws":0,"losses":0,"streak":0,"bestStreak":0"#),
            standing(#""wins":1,"draws":1,"losses":1,"streak":0,"bestStreak":0"#),
            standing(#""wins":1,"draws":0,"losses":1,"streak":1,"bestStreak":0"#),
            standing(#""wins":1,"draws":0,"losses":1,"streak":2,"bestStreak":2"#),
            standing(#""wins":1.5,"draws":0,"losses":1,"streak":0,"bestStreak":0"#),
        ]
    )
    func impossible(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Records.self, from: Data(text.utf8))
        }
    }

    @Test("are read or refused, and never crash, however a file was damaged")
    func damage() throws {
        var generator = SeededGenerator(seed: 9)
        let games = (0..<5).map { randomGame(UInt64($0), &generator) }
        let bytes = Array(try JSONEncoder().encode(records(of: games)))
        var refused = 0
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = Int.random(in: damaged.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[position] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged[position] = UInt8(ascii: "9")
                default: damaged.removeSubrange(position..<min(position + 20, damaged.count))
                }
                if damaged.isEmpty { damaged = [0] }
            }
            guard let records = try? JSONDecoder().decode(Records.self, from: Data(damaged)) else {
                refused += 1
                continue
            }
            // Decoded records accept further games.
            #expect(self.records(of: games, on: records).games >= records.games)
        }
        #expect(refused > 1_000)
    }

    private static func standing(_ numbers: String) -> String {
        #"{"version":1,"standings":[{"player":{"human":{"name":"Ada"}},\#(numbers)}],"latest":[]}"#
    }

    private func randomGame(_ number: UInt64, _ generator: inout SeededGenerator) -> FinishedGame {
        let players: [Player] = [.ada, .bob, .human("漢"), .computer(strength: .easy)]
        let results: [FinishedGame.Result] = [.won(by: .x), .won(by: .o), .drawn, .resigned(by: .x)]
        return FinishedGame(
            id: .game(number),
            players: Players(
                x: players.randomElement(using: &generator) ?? .ada,
                o: players.randomElement(using: &generator) ?? .bob
            ),
            result: results.randomElement(using: &generator) ?? .drawn
        )
    }

    private func records(of games: [FinishedGame], on records: Records = Records()) -> Records {
        var state = HallOfFame.State.open(records, .kept)
        for game in games { _ = HallOfFame().reduce(into: &state, action: .input(.record(game))) }
        return state.records
    }
}
