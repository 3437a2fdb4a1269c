// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeGame
package import TicTacToeMainMenu
import TicTacToeRules
package import Tributary

/// The main menu, and behind it a game that two computers play, one after the other without an end.
package struct MenuScreen: Reducer, Sendable {
    /// The menu, and the game behind it.
    package struct State: Equatable, Sendable {
        /// The menu.
        package internal(set) var menu = MainMenu.State()
        /// The game behind it.
        package internal(set) var demo: Game.State

        /// A menu before a game that begins.
        ///
        /// - Parameter demo: The identifier of the game.
        package init(demo: UUID) {
            let player = Player.computer(strength: .medium)
            self.demo = Game.State(id: demo, players: Players(x: player, o: player), pace: .normal)
        }

        var endedDemo: UUID? { demo.finished?.id }
    }

    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case menu(MainMenu.Action)
        case demo(Game.Action)
    }

    /// How long the end of a game is shown before the next one begins.
    package static let pause = Duration.seconds(2)

    @Dependency(\.clock) private var clock
    @Dependency(\.uuid) private var uuid

    /// Makes the screen; it asks its store for a clock, for random numbers and for identifiers.
    package init() {}

    /// The menu, the game, and the next game.
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
