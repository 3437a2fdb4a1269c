// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// Prepares and starts a game.
///
/// It knows no game: the players are an output.
package struct Lobby: Reducer, Sendable {
    /// The settings.
    package struct State: Equatable, Sendable {
        /// The players, and the thinking time of computers.
        package internal(set) var settings: LobbySettings.State

        /// Makes a lobby with the given or the default settings.
        package init(settings: LobbySettings.State = LobbySettings.State()) { self.settings = settings }
    }

    /// The actions of the lobby.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case settings(LobbySettings.Action)
        /// Starts the game.
        case start
        case output(Output)

        /// The outputs to the outside.
        @CasePathable
        package enum Output: Equatable, Sendable {
            case started(Players, Pace)
            /// The reason why no game can start, in one sentence.
            case refused(String)
        }
    }

    /// Makes the feature.
    package init() {}

    /// The settings, and the start.
    package var body: some Reducer<State, Action> {
        Scope(state: \.settings, action: \.settings) { LobbySettings() }
        Reduce { state, action in
            switch action {
            case .start: start(state.settings)
            case .settings, .output: .none
            }
        }
    }

    private func start(_ settings: LobbySettings.State) -> Effect<Action> {
        let players = settings.players
        guard players.x != players.o || !players.x.isHuman else {
            let reason = "Both players are called \(players.x.name); one needs another name."
            return .send(.output(.refused(reason)))
        }
        return .send(.output(.started(players, settings.pace)))
    }
}
