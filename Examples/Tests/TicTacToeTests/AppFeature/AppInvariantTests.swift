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

@Suite("Whatever happens in the app", .timeLimit(.minutes(30)))
struct AppInvariantTests {
    @Test("every game that ends is recorded, once, and no other", arguments: [1, 2, 3] as [UInt64])
    func recorded(seed: UInt64) async {
        let games = Games()
        await checkInvariants(
            Self.areRecorded(games),
            Self.giveTwoResults,
            Self.arePlayedByThoseOfTheLobby,
            Self.concernOnlyThemselves,
            initialState: games.fresh(App.State(demo: .game(0), settings: Self.initialSettings)),
            actions: Self.actions,
            count: 200,
            runs: 25,
            seed: seed
        ) {
            App()
        } dependencies: {
            $0.clock = QuickClock()
            $0.withRandomNumberGenerator = .seeded(seed)
            $0.uuid = .incrementing
            $0.hallOfFameClient = .forgetful
            // Random actions are for screens, too, that are not shown.
            $0.diagnosticReporter = .silent
        }
        #expect(games.total > 40)
    }

    private static var initialSettings: LobbySettings.State {
        var settings = LobbySettings.State()
        settings.pace = .quick
        return settings
    }

    private typealias AppInvariant = Invariant<App.State, App.Action>

    private static func areRecorded(_ games: Games) -> AppInvariant {
        AppInvariant("as many games are recorded as have ended") { before, action, after in
            if let ended = after.game?.finished, before.game?.finished != ended { games.ended += 1 }
            let known = after.hall.knownGames
            // The move ends the game, the output reports it, the input records it.
            return known == games.ended || (action.endsOrTells && known == games.ended - 1)
        }
    }

    private static var giveTwoResults: AppInvariant {
        AppInvariant("each game gives two results") { state in
            let records = state.hall.records
            return records.standings.reduce(0) { $0 + $1.games } == 2 * records.games
        }
    }

    private static var arePlayedByThoseOfTheLobby: AppInvariant {
        AppInvariant("a game is played by those of the lobby") { _, action, after in
            guard case .lobby(.output(.started(let players, let pace))) = action else { return true }
            return after.game?.players == players && after.game?.pace == pace
                && after.lobby.settings.players == players
        }
    }

    private static var concernOnlyThemselves: AppInvariant {
        AppInvariant("a move changes the game on the screen, and nothing else") { before, action, after in
            guard case .game(.computerPlayed) = action else { return true }
            return before.hall == after.hall && before.lobby == after.lobby
        }
    }

    private static var actions: ActionGenerator<App.Action> {
        let play = ActionGenerator.anyOf(moves, moves, moves, moves, moves, moves, moves, thoughts)
        return .anyOf(play, play, play, play, play, play, .anyOf(settings, people, screens, screens))
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
            .lobby(.start), .lobby(.start), .lobby(.start), .game(.resign(by: .x)), .game(.resign(by: .o)),
            .menu(.menu(.selectNext)),
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

/// A clock on which a quick thought takes no time, and anything longer never ends: the menu’s games would go on
/// for ever.
private struct QuickClock: Clock {
    private let short = ImmediateClock()
    private let long = TestClock()

    var now: TestClock.Instant { long.now }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        guard now.duration(to: deadline) <= Pace.quick.thinkingTime else {
            return try await long.sleep(until: deadline)
        }
        try await short.sleep(until: short.now.advanced(by: .zero))
    }
}
