// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeApp
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeMainMenu
import TicTacToeRules
import Tributary
import TributaryTesting

@Suite("The app", .timeLimit(.minutes(30)))
struct AppTests {
    @Test("begins with the menu before a running demo game, and another one follows each")
    func demo() async {
        let clock = TestClock()
        let store = makeStore(clock)
        store.exhaustivity = .off
        await clock.advance(by: Pace.normal.thinkingTime)
        await store.receive(\.menu.demo.computerPlayed)
        #expect(store.state.menu?.demo.board.count == 1)
        var ended = 0
        for _ in 0..<60 {
            let before = store.state.menu?.demo
            await clock.advance(by: MenuScreen.pause)
            if before?.finished != nil, store.state.menu?.demo.id != before?.id { ended += 1 }
        }
        #expect(ended >= 2)
        #expect(store.state.hall.records == Records(), "What runs behind the menu is not recorded")
        await store.send(.show(.lobby))
        await store.finish()
    }

    @Test("opens the screen of the menu’s item")
    func menu() async {
        for (item, expected) in [(1, App.Screen.lobby), (2, .hallOfFame)] {
            let store = makeStore(TestClock())
            store.exhaustivity = .off
            for _ in 1..<item { await store.send(.menu(.menu(.selectNext))) }
            await store.send(.menu(.menu(.choose)))
            #expect(store.state.screen == expected)
            await store.finish()
        }
        let store = makeStore(TestClock())
        store.exhaustivity = .off
        await store.send(.menu(.menu(.selectPrevious)))
        await store.send(.menu(.menu(.choose)))
        #expect(store.state.isOver)
        await store.send(.show(.hallOfFame))
        await store.finish()
    }

    @Test("plays a game of the lobby’s settings, and records it once")
    func records() async {
        let store = makeStore(TestClock())
        store.exhaustivity = .off
        let settings = LobbySettings.State()
        for action in settings.giving(.o, to: .bob).actions { await store.send(.lobby(.settings(action))) }
        await store.send(.lobby(.start))
        #expect(store.state.game?.players.o == .bob)
        for (index, number) in [1, 4, 2, 5, 3].enumerated() {
            await store.send(.game(.play(field(number), by: index.isMultiple(of: 2) ? .x : .o)))
        }
        await store.skipReceivedActions(strict: false)
        #expect(store.state.hall.records.games == 1)
        await store.send(.game(.play(field(9), by: .o)))
        #expect(store.state.problem == "The game is over.")
        await store.send(.rematch)
        #expect(store.state.game?.open == OpenBoard() && store.state.problem == nil)
        await store.send(.game(.resign(by: .o)))
        await store.skipReceivedActions(strict: false)
        #expect(store.state.hall.records.games == 2)
        #expect(store.state.hall.records.standings.first?.wins == 2)
        await store.finish()
    }

    @Test("records no game that was left")
    func left() async {
        let store = makeStore(TestClock())
        store.exhaustivity = .off
        await store.send(.lobby(.start))
        await store.send(.game(.play(field(1), by: .x)))
        await store.send(.show(.hallOfFame))
        await store.finish()
        #expect(store.state.hall.records == Records())
    }

    @Test(
        "reports refusals: a game of two people of one name, and another one without a first"
    )
    func problems() async {
        let store = makeStore(TestClock())
        store.exhaustivity = .off
        let settings = LobbySettings.State()
        for action in settings.giving(.o, to: settings.players.x).actions {
            await store.send(.lobby(.settings(action)))
        }
        await store.send(.lobby(.start))
        #expect(store.state.problem == "Both players are called Player X; one needs another name.")
        await store.send(.rematch)
        #expect(store.state.problem == "There is no game to play again; start one in the lobby.")
        await store.send(.show(.lobby))
        #expect(store.state.problem == nil)
        await store.finish()
    }

    @Test("never shows a move of the game that was left while a computer thought, in any order")
    func staleMove() async {
        let exploration = await explore(limit: 400, seed: 5) {
            let clock = TestClock()
            let store = makeStore(clock, players: .adaBegins)
            await store.send(.lobby(.start))
            await store.send(.game(.play(field(1), by: .x)))
            await clock.advance(by: .milliseconds(500))
            await store.send(.show(.menu))
            await store.send(.lobby(.start))
            await store.send(.game(.play(field(9), by: .x)))
            await clock.advance(by: .milliseconds(500))
            if store.state.game?.open != openBoard(after: [9]) { throw Stale() }
            await clock.advance(by: .milliseconds(300))
            if store.state.game?.open != openBoard(after: [9, 5]) { throw Stale() }
            await store.send(.show(.lobby))
            await store.finish()
        }
        #expect(exploration.failures.isEmpty && exploration.count > 1)
    }

    @Test("starts the next game over one that is played, and the computer thinks about the new one only")
    func startOverGame() async {
        await explore(limit: 400, seed: 5) {
            let clock = TestClock()
            let store = makeStore(clock, players: .computers)
            await store.send(.lobby(.start))
            await clock.advance(by: .milliseconds(799))
            await store.send(.lobby(.start))
            await clock.advance(by: .milliseconds(799))
            if store.state.game?.open != OpenBoard() { throw Stale() }
            await clock.advance(by: .milliseconds(1))
            if store.state.game?.board.count != 1 { throw Stale() }
            await store.send(.show(.lobby))
            await store.finish()
        }
    }

    private func makeStore(_ clock: TestClock, players: Players? = nil) -> TestStore<App.State, App.Action> {
        var state = App.State(demo: .game(0))
        if let players {
            var settings = LobbySettings.State()
            settings.players = players
            state = App.State(demo: .game(0), settings: settings)
        }
        return TestStore(initialState: state) {
            App()
        } dependencies: {
            $0.clock = clock
            $0.withRandomNumberGenerator = .seeded(1)
            $0.uuid = .incrementing
            $0.hallOfFameClient = .forgetful
        }
    }

    private struct Stale: Error {}
}
