// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeGame
package import TicTacToeMainMenu
import TicTacToeRules
package import Tributary

/// The main menu, with demo games between two computers behind it.
package struct MenuScreen: Reducer, Sendable {
    /// The menu, and the game behind it.
    package struct State: Equatable, Sendable {
        /// The menu.
        package internal(set) var menu = MainMenu.State()
        /// The demo game.
        package internal(set) var demo: Game.State

        /// Makes a menu with a new demo game.
        ///
        /// - Parameter demo: The identifier of the game.
        package init(demo: UUID) {
            let player = Player.computer(strength: .medium)
            self.demo = Game.State(id: demo, players: Players(x: player, o: player), pace: .normal)
        }

        var endedDemo: UUID? { demo.finished?.id }
    }

    /// The actions of the screen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case menu(MainMenu.Action)
        case demo(Game.Action)
    }

    /// The delay between the end of a game and the next one.
    package static let pause = Duration.seconds(2)

    @Dependency(\.clock) private var clock
    @Dependency(\.uuid) private var uuid

    /// Makes the screen; it uses a clock, random numbers, and identifiers from its dependencies.
    package init() {}

    /// The menu, the game, and the start of the next game.
    package var body: some Reducer<State, Action> {
        CombinedParts()
            .feedback(\.endedDemo, name: "next demo") { _, send in
                try await clock.sleep(for: Self.pause)
                await send(.demo(.input(.restart(id: uuid()))))
            }
    }

    private struct CombinedParts: Reducer {
        typealias State = MenuScreen.State
        typealias Action = MenuScreen.Action

        var body: some Reducer<State, Action> {
            Scope(state: \.menu, action: \.menu) { MainMenu() }
            Scope(state: \.demo, action: \.demo) { Game() }
        }
    }
}
