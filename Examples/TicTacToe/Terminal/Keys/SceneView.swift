// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
package import TicTacToeMainMenu
package import TicTacToeRules

/// The scene and the cursor as lines of a terminal.
package struct SceneView: Equatable {
    var scene: Scene
    var cursor: Cursor

    /// Makes a view of a scene.
    package init(scene: Scene, cursor: Cursor) {
        self.scene = scene
        self.cursor = cursor
    }

    /// The target of a key or a click on the screen.
    package enum Target: Equatable {
        case key(Key)
        case field(Field)
        case row(Cursor.Row)
        case item(MainMenu.Item)
    }

    /// Draws everything: a title, the content, a problem, and the keys.
    package static func draw(_ view: SceneView, in size: WindowSize) -> [StyledLine] {
        let hints = HintLines.lines(view.cursor.hints(on: view.scene), in: size)
        var canvas = Canvas(view.room(in: size))
        view.drawContent(on: &canvas)
        return [StyledLine(" " + view.title, .bar)] + canvas.lines + [view.notice(in: canvas.size)] + hints
    }

    /// The problem; or, if the board leaves no other room for it, the current player.
    private func notice(in room: WindowSize) -> StyledLine {
        if let problem = cursor.problem ?? scene.problem { return StyledLine(" " + problem, .problem) }
        guard case .game(let match) = scene.content,
            room.rows < BoardDrawing.Scale(fitting: room).board.rows + 3
        else { return StyledLine("") }
        return StyledLine(" " + match.status, .bold)
    }

    /// The area between the title, the problem, and the keys.
    private func room(in size: WindowSize) -> WindowSize {
        let hints = HintLines.lines(cursor.hints(on: scene), in: size)
        return WindowSize(columns: size.columns, rows: max(0, size.rows - 2 - hints.count))
    }

    /// The target of a key: a click targets the field, line, or item below it.
    package func target(of key: Key, in size: WindowSize) -> Target {
        guard case .click(let column, let row) = key else { return .key(key) }
        let room = room(in: size)
        switch scene.content {
        case .menu:
            return Canvas.boxLine(row - 1, of: MainMenu.Item.allCases, in: room).map { .item($0) }
                ?? .key(key)
        case .lobby:
            let rows = Cursor.Row.allCases
            return rows.indices.contains(row - 2) ? .row(rows[row - 2]) : .key(key)
        case .game:
            let field = BoardDrawing.Scale(fitting: WindowSize(columns: room.columns, rows: room.rows - 2))
                .field(column: column, row: row - 2, in: room.columns)
            return field.map { .field($0) } ?? .key(key)
        case .hall: return .key(key)
        }
    }

    var title: String {
        switch scene.content {
        case .menu: "Tic-tac-toe"
        case .lobby: "Tic-tac-toe · Lobby"
        case .game(let match): "\(match.players.x.name) (X) against \(match.players.o.name) (O)"
        case .hall: "Tic-tac-toe · Hall of fame"
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
