// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeHallOfFame
import TicTacToeMainMenu
package import TicTacToeRules

/// The content of the screen, as values: drawing it needs no store.
package struct Scene: Equatable, Sendable {
    /// The main part of the screen.
    package enum Content: Equatable, Sendable {
        case menu(Menu)
        case lobby(LobbyTable)
        case game(Match)
        case hall(HallTable)
    }

    /// The main menu, and the demo game behind it.
    package struct Menu: Equatable, Sendable {
        let selection: MainMenu.Item
        let demo: Match
    }

    /// The settings of the next game, and the undo history.
    package struct LobbyTable: Equatable, Sendable {
        let players: Players
        let pace: Pace
        let undo: Step?
        let redo: Step?
    }

    /// A change of the settings that can be undone or redone.
    package struct Step: Equatable, Sendable {
        let title: String
    }

    /// A game, and its phase.
    package struct Match: Equatable, Sendable {
        let players: Players
        let board: Board
        /// The fields of the winning lines.
        let winning: Set<Field>
        /// One sentence: the current player, or the result of the game.
        let status: String
        /// The mark of the person who can move now.
        let mover: Mark?
        let isOver: Bool

        /// Makes a game of these parts.
        package init(
            players: Players,
            board: Board,
            winning: Set<Field>,
            status: String,
            mover: Mark?,
            isOver: Bool
        ) {
            self.players = players
            self.board = board
            self.winning = winning
            self.status = status
            self.mover = mover
            self.isOver = isOver
        }
    }

    /// The standings of all players.
    package struct HallTable: Equatable, Sendable {
        let standings: [Standing]
        let games: Int
        let latest: [String]
        /// Whether the records will be lost when the program ends.
        let isForgetful: Bool
    }

    package let content: Content
    /// The last problem, in one sentence.
    package let problem: String?

    /// Makes a scene of these parts.
    package init(content: Content, problem: String?) {
        self.content = content
        self.problem = problem
    }
}
