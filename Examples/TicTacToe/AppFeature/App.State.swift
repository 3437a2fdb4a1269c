// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeGame
package import TicTacToeHallOfFame
package import TicTacToeLobby
import Tributary

extension App {
    /// What is on the screen; a game is there only while it is shown.
    @CasePathable
    package enum Screen: Equatable, Sendable {
        case menu(MenuScreen.State)
        case lobby
        case game(Game.State)
        case hallOfFame
    }

    /// The screen, and what outlives it.
    package struct State: Equatable, Sendable {
        /// What is on the screen.
        package internal(set) var screen: Screen
        /// The settings of the next game.
        package internal(set) var lobby: Lobby.State
        /// Who has won how many games.
        package internal(set) var hall = HallOfFame.State()
        /// What did not work last, as one sentence for people.
        package internal(set) var problem: String?
        /// Whether the program is to end.
        package internal(set) var isOver = false

        /// The main menu, before a game that begins.
        ///
        /// - Parameters:
        ///   - demo: The identifier of the game.
        ///   - settings: The settings of the first game.
        package init(demo: UUID, settings: LobbySettings.State = LobbySettings.State()) {
            screen = .menu(MenuScreen.State(demo: demo))
            lobby = Lobby.State(settings: settings)
        }

        /// The game that is played, if that is on the screen.
        package var game: Game.State? { screen[case: \.game] }

        /// The main menu, if that is on the screen.
        package var menu: MenuScreen.State? { screen[case: \.menu] }
    }
}
