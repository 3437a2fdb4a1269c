// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeRules
import Tributary

@testable import TicTacToeApp

/// Defects of tic-tac-toe.
enum TicTacToeDefect: String, Defect {
    case gameRecordedTwice, problemStays, wrongPlayerResigns, playersSwapped

    static var initialState: App.State { App.State(demo: UUID()) }

    static func noise(_ number: Int) -> App.Action {
        let (slow, fast) = (Pace.slow, Pace.quick)
        let change = StateChange<LobbySettings.State>(
            \.pace,
            from: number % 2 == 0 ? slow : fast,
            to: number % 2 == 0 ? fast : slow
        )
        return .lobby(.settings(.change(change)))
    }

    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers) {
        dependencies.hallOfFameClient = HallOfFameClient(load: { .nothing }, save: { _ in })
    }

    var steps: [Step<App.State, App.Action>] {
        [
            .send(.show(.lobby)), .send(.lobby(.settings(.change(Self.opponent)))), .wait("found", 1),
            .send(.lobby(.start)),
        ]
            + Self.plays([1, 4, 2, 5, 3]) + [.wait("written", 1), .send(.rematch)]
            + Self.plays([5]) + [.send(.game(.resign(by: .o))), .wait("written", 2), .send(.rematch)]
            + [1, 1].map { .send(.game(.play(Field.all[$0], by: .x))) } + [.send(.rematch)]
    }

    private static var opponent: StateChange<LobbySettings.State> {
        StateChange(\.players.o, from: .computer(strength: .medium), to: .human(name: .unnamed(.o)))
    }

    private static func plays(_ fields: [Int]) -> [Step<App.State, App.Action>] {
        zip(fields, [Mark.x, .o, .x, .o, .x]).map { .send(.game(.play(Field.all[$0 - 1], by: $1))) }
    }

    func reducer(_ answers: Answers) -> AnyReducer<App.State, App.Action> {
        App().wrapped { state, action, reduce in
            switch (self, action) {
            case (.gameRecordedTwice, .hall(.input(.record(let game)))):
                let again = FinishedGame(id: UUID(), players: game.players, result: game.result)
                let effect = reduce(&state, action)
                return effect.merge(with: reduce(&state, .hall(.input(.record(again)))))
            case (.problemStays, .rematch):
                let problem = state.problem
                let effect = reduce(&state, action)
                state.problem = problem
                return effect
            case (.wrongPlayerResigns, .game(.resign(by: let mark))):
                return reduce(&state, .game(.resign(by: mark.opponent)))
            case (.playersSwapped, .lobby(.output(.started(let players, let pace)))):
                let swapped = Players(x: players.o, o: players.x)
                return reduce(&state, .lobby(.output(.started(swapped, pace))))
            default: return reduce(&state, action)
            }
        }
    }
}
