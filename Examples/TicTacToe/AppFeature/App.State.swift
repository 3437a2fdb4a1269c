// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeGame
package import TicTacToeHallOfFame
package import TicTacToeLobby
import Tributary

extension App {
    /// The current screen; a game exists only while it is shown.
    @CasePathable
    package enum Screen: Equatable, Sendable {
        case menu(MenuScreen.State)
        case lobby
        case game(Game.State)
        case hallOfFame
    }

    /// The screen, and the state that outlives it.
    package struct State: Equatable, Sendable {
        /// The current screen.
        package internal(set) var screen: Screen
        /// The settings of the next game.
        package internal(set) var lobby: Lobby.State
        /// The standings of all players.
        package internal(set) var hall = HallOfFame.State()
        /// The last problem, in one sentence for people.
        package internal(set) var problem: String?
        /// Whether the program should end.
        package internal(set) var isOver = false

        /// Makes the state with the main menu and a new demo game.
        ///
        /// - Parameters:
        ///   - demo: The identifier of the demo game.
        ///   - settings: The settings of the first game.
        package init(demo: UUID, settings: LobbySettings.State = LobbySettings.State()) {
            screen = .menu(MenuScreen.State(demo: demo))
            lobby = Lobby.State(settings: settings)
        }

        /// The current game, if the screen shows one.
        package var game: Game.State? { screen[case: \.game] }

        /// The main menu, if the screen shows it.
        package var menu: MenuScreen.State? { screen[case: \.menu] }
    }
}
