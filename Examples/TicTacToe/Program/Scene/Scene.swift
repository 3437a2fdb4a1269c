// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeHallOfFame
import TicTacToeMainMenu
import TicTacToeRules

/// What there is to see, as values: what draws it knows no store.
struct Scene: Equatable, Sendable {
    /// What fills the screen.
    enum Content: Equatable, Sendable {
        case menu(Menu)
        case lobby(LobbyTable)
        case game(Match)
        case hall(HallTable)
    }

    /// The main menu, and the game behind it.
    struct Menu: Equatable, Sendable {
        let selection: MainMenu.Item
        let demo: Match
    }

    /// The settings of the next game, and what can be undone.
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

    /// A game, and how it stands.
    struct Match: Equatable, Sendable {
        let players: Players
        let board: Board
        /// The fields of the lines that won.
        let winning: Set<Field>
        /// One sentence that says whose turn it is or how the game ended.
        let status: String
        /// The mark of the person who can move now.
        let mover: Mark?
        let isOver: Bool
    }

    /// Who has won how many games.
    struct HallTable: Equatable, Sendable {
        let standings: [Standing]
        let games: Int
        let latest: [String]
        /// Whether all this will be forgotten when the program ends.
        let isForgetful: Bool
    }

    let content: Content
    /// What did not work last, as one sentence.
    let problem: String?
}
