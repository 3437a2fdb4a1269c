// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeGame
package import TicTacToeHallOfFame
package import TicTacToeLobby
import TicTacToeMainMenu
import TicTacToeRules
package import Tributary

/// The whole app: selects the screen, and connects the outputs of its features.
package struct App: Reducer, Sendable {
    /// The actions of the app.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case menu(MenuScreen.Action)
        case lobby(Lobby.Action)
        case game(Game.Action)
        case hall(HallOfFame.Action)
        /// Shows another screen; a game that is left is not recorded.
        case show(Destination)
        /// The players of the current game play another one.
        case rematch

        /// A screen that is reachable from anywhere.
        package enum Destination: CaseIterable, Sendable {
            case menu, lobby, hallOfFame
        }
    }

    @Dependency(\.uuid) private var uuid

    /// Makes the app; it uses a clock, random numbers, identifiers, and `hallOfFameClient` from its
    /// dependencies.
    package init() {}

    /// The features, and the app itself.
    package var body: some Reducer<State, Action> {
        Scope(state: \.lobby, action: \.lobby) { Lobby() }
        Scope(state: \.hall, action: \.hall) { HallOfFame() }
        Reduce { state, action in
            switch action {
            case .show(let destination): show(destination, &state)
            case .rematch: rematch(&state)
            case .menu(.menu(.output(.chosen(let item)))): chose(item, &state)
            case .lobby(.output(let output)): lobbyHappened(output, &state)
            case .game(.output(let output)): gameHappened(output, &state)
            case .hall(.output(.problem(let text))): complain(text, &state)
            case .game(.play), .game(.computerPlayed), .game(.resign), .lobby(.settings):
                complain(nil, &state)
            case .menu, .lobby, .game, .hall: .none
            }
        }
        .ifCaseLet(\.screen.menu, action: \.menu) { MenuScreen() }
        .ifCaseLet(\.screen.game, action: \.game) { Game() }
    }

    private func show(_ destination: Action.Destination, _ state: inout State) -> Effect<Action> {
        switch (destination, state.screen) {
        case (.menu, .menu), (.lobby, .lobby), (.hallOfFame, .hallOfFame): break
        case (.menu, _): state.screen = .menu(MenuScreen.State(demo: uuid()))
        case (.lobby, _): state.screen = .lobby
        case (.hallOfFame, _): state.screen = .hallOfFame
        }
        return complain(nil, &state)
    }

    private func rematch(_ state: inout State) -> Effect<Action> {
        guard state.game != nil else {
            return complain("There is no game to play again; start one in the lobby.", &state)
        }
        state.problem = nil
        return .send(.game(.input(.restart(id: uuid()))))
    }

    private func chose(_ item: MainMenu.Item, _ state: inout State) -> Effect<Action> {
        switch item {
        case .play: return show(.lobby, &state)
        case .hallOfFame: return show(.hallOfFame, &state)
        case .quit:
            state.isOver = true
            return .none
        }
    }

    private func lobbyHappened(_ output: Lobby.Action.Output, _ state: inout State) -> Effect<Action> {
        switch output {
        case .refused(let reason):
            return complain(reason, &state)
        case .started(let players, let pace):
            state.screen = .game(Game.State(id: uuid(), players: players, pace: pace))
            return complain(nil, &state)
        }
    }

    private func gameHappened(_ output: Game.Action.Output, _ state: inout State) -> Effect<Action> {
        switch output {
        case .moved:
            return .none
        case .refused(let refusal):
            return complain("\(refusal)", &state)
        case .finished(let game):
            return .send(.hall(.input(.record(game))))
        }
    }

    private func complain(_ problem: String?, _ state: inout State) -> Effect<Action> {
        state.problem = problem
        return .none
    }
}
