// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeMainMenu
import TicTacToeRules

/// The scene and the cursor as lines of a terminal.
struct SceneView: Equatable {
    var scene: Scene
    var cursor: Cursor

    /// Draws everything: a title, what fills the screen, what is wrong, and the keys.
    static func draw(_ view: SceneView, in size: WindowSize) -> [StyledLine] {
        let room = WindowSize(columns: size.columns, rows: max(0, size.rows - 3))
        var canvas = Canvas(room)
        view.drawContent(on: &canvas)
        let problem = view.cursor.problem ?? view.scene.problem ?? ""
        return [StyledLine(" " + view.title, .bar)] + canvas.lines
            + [StyledLine(" " + problem, .problem), StyledLine(" " + view.keys, .faint)]
    }

    private var title: String {
        switch scene.content {
        case .menu: "Tic-tac-toe"
        case .lobby: "Tic-tac-toe · Lobby"
        case .game(let match): "\(match.players.x.name) (X) against \(match.players.o.name) (O)"
        case .hall: "Tic-tac-toe · Hall of fame"
        }
    }

    private var keys: String {
        if cursor.naming != nil { return "enter take this name · esc cancel" }
        switch scene.content {
        case .menu: return "↑↓ select · enter choose · q quit"
        case .lobby:
            return "↑↓ select · ←→ change · enter start or type a name · u undo · r redo · s swap · d default"
                + " · h hall · m menu · q quit"
        case .game(let match):
            return match.isOver
                ? "enter play again · l lobby · h hall · m menu · q quit"
                : "arrows and enter or 1–9 play · g give up · n anew · l lobby · m menu · q quit"
        case .hall: return "l lobby · m menu · q quit"
        }
    }

    private func drawContent(on canvas: inout Canvas) {
        switch scene.content {
        case .menu(let menu): draw(menu, on: &canvas)
        case .lobby(let lobby): draw(lobby, on: &canvas)
        case .game(let match): draw(match, on: &canvas)
        case .hall(let hall): draw(hall, on: &canvas)
        }
    }

    private func draw(_ menu: Scene.Menu, on canvas: inout Canvas) {
        let scale = BoardDrawing.Scale(fitting: canvas.size)
        let top = max(0, (canvas.size.rows - scale.board.rows) / 2)
        BoardDrawing(match: menu.demo, scale: scale, isFaint: true).draw(on: &canvas, row: top)
        let items = MainMenu.Item.allCases
        canvas.drawBox(
            items.map(SceneText.title),
            selection: items.firstIndex(of: menu.selection) ?? 0,
            title: "TIC-TAC-TOE"
        )
    }

    private func draw(_ match: Scene.Match, on canvas: inout Canvas) {
        let room = WindowSize(columns: canvas.size.columns, rows: canvas.size.rows - 2)
        let scale = BoardDrawing.Scale(fitting: room)
        let cursor = match.mover == nil ? nil : cursor.field
        BoardDrawing(match: match, scale: scale, cursor: cursor).draw(on: &canvas, row: 1)
        let left = (canvas.size.columns - match.status.columns) / 2
        canvas.draw(
            match.status,
            column: max(0, left),
            row: scale.board.rows + 2,
            match.isOver ? .good : .bold
        )
    }

    private func draw(_ lobby: Scene.LobbyTable, on canvas: inout Canvas) {
        let texts = Cursor.Row.allCases.map { row in
            switch row {
            case .x: "X      \(lobby.players.x.name)"
            case .o: "O      \(lobby.players.o.name)"
            case .pace: "Pace   \(lobby.pace.rawValue)"
            case .start: "Start"
            }
        }
        for (offset, row) in Cursor.Row.allCases.enumerated() {
            let isSelected = row == cursor.row
            let text = (isSelected ? " > " : "   ") + texts[offset]
            canvas.draw(text.fitted(to: 40), column: 2, row: 1 + offset, isSelected ? .bar : .plain)
        }
        if let naming = cursor.naming {
            canvas.draw("Name of \(naming.mark.letter): ", column: 5, row: 6)
            var column = 16
            for span in naming.field.line(in: 40).spans {
                canvas.draw(span.text, column: column, row: 6, span.style == .bar ? .bar : .bold)
                column += span.text.columns
            }
        }
        canvas.draw("Undo:  \(lobby.undo?.title ?? "–")", column: 5, row: 8, .faint)
        canvas.draw("Redo:  \(lobby.redo?.title ?? "–")", column: 5, row: 9, .faint)
    }

    private func draw(_ hall: Scene.HallTable, on canvas: inout Canvas) {
        for (offset, line) in SceneText.lines(hall).enumerated() {
            canvas.draw(line, column: 2, row: 1 + offset, offset == 0 ? .bold : .plain)
        }
    }
}
