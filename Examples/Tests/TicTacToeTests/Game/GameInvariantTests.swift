// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import TicTacToeGame

@Suite("Whatever happens in a game", .timeLimit(.minutes(30)))
struct GameInvariantTests {
    @Test(
        "marks alternate, only one player has lines, and nothing happens after the end",
        arguments: [
            Players.people, .adaBegins, .computers, Players(x: .computer(strength: .medium), o: .bob),
        ]
    )
    func holds(players: Players) async {
        let finished = Finished()
        await checkInvariants(
            Invariant("crosses and noughts alternate") { state in
                let difference = state.board.count(of: .x) - state.board.count(of: .o)
                return difference == 0 || difference == 1
            },
            Invariant("at most one player has full lines, the one who has won") { state in
                let owners = Mark.allCases.filter { !state.board.lines(of: $0).isEmpty }
                return owners == (state.phase[case: \.won].map { [$0.winner] } ?? [])
            },
            Invariant("a move puts one mark on a free field, of the one whose turn it was") {
                before,
                action,
                after in
                if case .input = action { return after.board.count == 0 }
                guard before.board != after.board else { return true }
                let changed = Field.all.filter { before.board[$0] != after.board[$0] }
                return changed.count == 1 && before.board[changed[0]] == nil
                    && after.board[changed[0]] == before.open?.turn
            },
            Invariant("only a restart leaves the end of a game") { before, action, after in
                before.open != nil || before.phase == after.phase || action.is(\.input)
            },
            Invariant("a game ends as often as it is told") { before, action, after in
                if before.open != nil, after.open == nil { finished.ended += 1 }
                if case .output(.finished(let game)) = action {
                    finished.told += 1
                    guard game == after.finished else { return false }
                }
                // The end is reported right after the last move.
                return finished.told <= finished.ended
            },
            initialState: finished.fresh(Game.State(id: .game(0), players: players, pace: .normal)),
            actions: Self.actions,
            runs: 60,
            seed: 11
        ) {
            Game()
        } dependencies: {
            $0.clock = ImmediateClock()
            $0.withRandomNumberGenerator = .seeded(3)
        }
        #expect(finished.totalEnded > 20 && finished.totalTold == finished.totalEnded)
    }

    private static var actions: ActionGenerator<Game.Action> {
        let move = ActionGenerator<Game.Action>.case(\.play) { source in
            (
                Field.all.randomElement(using: &source) ?? .center,
                Mark.allCases.randomElement(using: &source) ?? .x
            )
        }
        let games = ActionGenerator<Game.Action> { .input(.restart(id: .game(source(&$0)))) }
        return .anyOf(move, move, move, move, move, move, .case(\.resign, from: Mark.allCases), games)
    }

    private static func source(_ generator: inout SeededGenerator) -> UInt64 {
        UInt64.random(in: 1...1_000_000, using: &generator)
    }
}

/// Counts the ends of games in a run, and in all of them.
private final class Finished {
    var ended = 0 { didSet { totalEnded += max(0, ended - oldValue) } }
    var told = 0 { didSet { totalTold += max(0, told - oldValue) } }
    private(set) var totalEnded = 0
    private(set) var totalTold = 0

    /// Begins another run.
    func fresh(_ state: Game.State) -> Game.State {
        (ended, told) = (0, 0)
        return state
    }
}
