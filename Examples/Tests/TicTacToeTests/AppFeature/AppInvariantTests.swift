// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeApp
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeMainMenu
import TicTacToeRules
import Tributary
import TributaryTesting

@Suite("Whatever happens in the app")
struct AppInvariantTests {
    @Test("every game that ends is recorded, once, and no other", arguments: [1, 2, 3] as [UInt64])
    func recorded(seed: UInt64) async {
        let games = Games()
        await checkInvariants(
            Invariant("as many games are recorded as have ended, when the turn is over") {
                before,
                action,
                after in
                if let ended = after.game?.finished, before.game?.finished != ended { games.ended += 1 }
                let known = after.hall.knownGames
                // The move ends the game, the output tells it, the input records it.
                let isOnTheWay = action.endsOrTells
                return known == games.ended || (isOnTheWay && known == games.ended - 1)
            },
            Invariant("each game gives two results") { _, _, after in
                after.hall.records.standings.reduce(0) { $0 + $1.games } == 2 * after.hall.records.games
            },
            Invariant("a game is played by those of the lobby") { before, action, after in
                guard case .lobby(.output(.started(let players, let pace))) = action else { return true }
                return after.game?.players == players && after.game?.pace == pace
                    && after.lobby.settings.players == players
            },
            Invariant("a move changes the game on the screen, and nothing else") { before, action, after in
                guard case .game(.computerPlayed) = action else { return true }
                return before.hall == after.hall && before.lobby == after.lobby
            },
            initialState: games.fresh(App.State(demo: .game(0))),
            actions: Self.actions,
            count: 80,
            runs: 40,
            seed: seed
        ) {
            App()
        } dependencies: {
            $0.clock = TestClock()
            $0.withRandomNumberGenerator = .seeded(seed)
            $0.uuid = .incrementing
            $0.hallOfFameClient = .forgetful
            // Random actions are for screens, too, that are not shown.
            $0.diagnosticReporter = .silent
        }
        #expect(games.total > 100)
        print("Games that ended in random runs of the app, each recorded once: \(games.total)")
    }

    private static var actions: ActionGenerator<App.Action> {
        .anyOf(moves, moves, moves, moves, thoughts, settings, people, screens)
    }

    private static var moves: ActionGenerator<App.Action> {
        ActionGenerator { source in
            let field = Field.all.randomElement(using: &source) ?? .center
            return .game(.play(field, by: Bool.random(using: &source) ? .x : .o))
        }
    }

    /// Moves that were thought about, most of them for games that are not played.
    private static var thoughts: ActionGenerator<App.Action> {
        ActionGenerator { source in
            let field = Field.all.randomElement(using: &source) ?? .center
            let number = UInt64.random(in: 0...9, using: &source)
            let game = Game.State(id: .game(number), players: .computers, pace: .normal)
            return game.thought.map { .game(.computerPlayed(field, $0)) } ?? .rematch
        }
    }

    private static var settings: ActionGenerator<App.Action> {
        ActionGenerator { source in
            let players: [Player] = [.ada, .bob, .computer(strength: .medium)]
            let change = LobbySettings.State().giving(
                Bool.random(using: &source) ? .x : .o,
                to: players.randomElement(using: &source) ?? .ada
            )
            return change.actions.first.map { .lobby(.settings($0)) } ?? .lobby(.start)
        }
    }

    private static var people: ActionGenerator<App.Action> {
        let change = StateChange(\LobbySettings.State.players, from: .computers, to: .people)
        return ActionGenerator { _ in .lobby(.settings(.change(change))) }
    }

    private static var screens: ActionGenerator<App.Action> {
        let choices: [App.Action] = [
            .show(.menu), .show(.lobby), .show(.hallOfFame), .rematch, .lobby(.start), .lobby(.start),
            .lobby(.start), .game(.resign(by: .x)), .game(.resign(by: .o)), .menu(.menu(.selectNext)),
            .menu(.menu(.choose)),
        ]
        return ActionGenerator { source in choices.randomElement(using: &source) ?? .rematch }
    }
}

extension HallOfFame.State {
    /// The games that are recorded, and those that wait until the file was read.
    fileprivate var knownGames: Int {
        switch self {
        case .reading(let waiting): waiting.count
        case .open(let records, _): records.games
        }
    }
}

extension App.Action {
    /// Whether the game that has just ended is not recorded yet after this action.
    fileprivate var endsOrTells: Bool {
        switch self {
        case .game(.play), .game(.computerPlayed), .game(.resign), .game(.output): true
        default: false
        }
    }
}

/// Counts the games that ended in a run, and in all runs.
private final class Games {
    var ended = 0 { didSet { total += max(0, ended - oldValue) } }
    private(set) var total = 0

    /// Begins another run.
    func fresh(_ state: App.State) -> App.State {
        ended = 0
        return state
    }
}
