// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeHallOfFame
import TicTacToeMainMenu
import TicTacToeRules

/// A scene as lines of plain text, for scripts.
package enum SceneText {
    /// The lines from the top.
    package static func lines(_ scene: Scene) -> [String] {
        switch scene.content {
        case .menu(let menu): self.lines(menu)
        case .lobby(let lobby): self.lines(lobby)
        case .game(let match): BoardPicture.lines(match) + [match.status]
        case .hall(let hall): self.lines(hall)
        }
    }

    /// The title of an item of the main menu.
    static func title(of item: MainMenu.Item) -> String {
        switch item {
        case .play: "Play"
        case .hallOfFame: "Hall of fame"
        case .quit: "Quit"
        }
    }

    /// The table of the standings, under a line of titles.
    static func table(_ standings: [Standing]) -> [String] {
        let rows = standings.enumerated().map { offset, standing in
            row(
                "\(offset + 1).",
                standing.player.name,
                [standing.points, standing.wins, standing.draws, standing.losses, standing.bestStreak]
                    .map { "\($0)" }
            )
        }
        return [row("", "Player", ["Points", "Won", "Drawn", "Lost", "Streak"])] + rows
    }

    private static func lines(_ menu: Scene.Menu) -> [String] {
        let items = MainMenu.Item.allCases.map {
            "\($0 == menu.selection ? ">" : " ") \(title(of: $0))"
        }
        return BoardPicture.lines(menu.demo) + [menu.demo.status] + items
    }

    private static func lines(_ lobby: Scene.LobbyTable) -> [String] {
        var lines = Mark.allCases.map { "\($0.letter)     \(lobby.players[$0].name)" }
        lines.append("Pace  \(lobby.pace.rawValue)")
        if let undo = lobby.undo { lines.append("Undo  \(undo.title)") }
        if let redo = lobby.redo { lines.append("Redo  \(redo.title)") }
        return lines
    }

    /// The hall of fame.
    static func lines(_ hall: Scene.HallTable) -> [String] {
        let note = hall.isForgetful ? ["This is not kept."] : []
        guard hall.games > 0 else { return ["No game has been played yet."] + note }
        let count = hall.games == 1 ? "1 game." : "\(hall.games) games."
        return table(hall.standings) + [count] + hall.latest.map { "  " + $0 } + note
    }

    private static func row(_ rank: String, _ name: String, _ numbers: [String]) -> String {
        let padding = String(repeating: " ", count: max(0, 4 - rank.count))
        return padding + rank + " " + name.fitted(to: 20)
            + numbers.map { String(repeating: " ", count: max(1, 8 - $0.count)) + $0 }.joined()
    }
}
