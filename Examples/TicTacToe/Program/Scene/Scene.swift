// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeHallOfFame
import TicTacToeMainMenu
import TicTacToeRules

/// The content of the screen, as values: drawing it needs no store.
struct Scene: Equatable, Sendable {
    /// The main part of the screen.
    enum Content: Equatable, Sendable {
        case menu(Menu)
        case lobby(LobbyTable)
        case game(Match)
        case hall(HallTable)
    }

    /// The main menu, and the demo game behind it.
    struct Menu: Equatable, Sendable {
        let selection: MainMenu.Item
        let demo: Match
    }

    /// The settings of the next game, and the undo history.
    struct LobbyTable: Equatable, Sendable {
        let players: Players
        let pace: Pace
        let undo: Step?
        let redo: Step?
    }

    /// A change of the settings that can be undone or redone.
    struct Step: Equatable, Sendable {
        let title: String
    }

    /// A game, and its phase.
    struct Match: Equatable, Sendable {
        let players: Players
        let board: Board
        /// The fields of the winning lines.
        let winning: Set<Field>
        /// One sentence: the current player, or the result of the game.
        let status: String
        /// The mark of the person who can move now.
        let mover: Mark?
        let isOver: Bool
    }

    /// The standings of all players.
    struct HallTable: Equatable, Sendable {
        let standings: [Standing]
        let games: Int
        let latest: [String]
        /// Whether the records will be lost when the program ends.
        let isForgetful: Bool
    }

    let content: Content
    /// The last problem, in one sentence.
    let problem: String?
}
