// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// Where a game is settled and started.
///
/// It knows no game: who plays goes out as an output.
package struct Lobby: Reducer, Sendable {
    /// The settings.
    package struct State: Equatable, Sendable {
        /// Who plays, and how long computers think.
        package internal(set) var settings: LobbySettings.State

        /// Begins with some settings, by default those that are there at first.
        package init(settings: LobbySettings.State = LobbySettings.State()) { self.settings = settings }
    }

    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case settings(LobbySettings.Action)
        /// The game is to begin.
        case start
        case output(Output)

        /// What the outside is told.
        @CasePathable
        package enum Output: Equatable, Sendable {
            case started(Players, Pace)
            /// Why no game can begin, as one sentence.
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
