// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeRules

/// A board in large letters.
struct BoardDrawing {
    /// The size of a field.
    enum Scale {
        case small, large

        /// Selects the largest scale that fits.
        init(fitting size: WindowSize) {
            self = size.rows >= 17 && size.columns >= 41 ? .large : .small
        }

        var columns: Int { self == .large ? 13 : 7 }
        var rows: Int { self == .large ? 5 : 3 }
        /// The size of the board.
        var board: WindowSize { WindowSize(columns: 3 * columns + 2, rows: 3 * rows + 2) }

        /// The field at a position; the board begins in the first row and is centered.
        func field(column: Int, row: Int, in columns: Int) -> Field? {
            let (column, row) = (column - (columns - board.columns) / 2, row)
            guard (0..<board.columns).contains(column), (0..<board.rows).contains(row) else { return nil }
            let place = (column / (self.columns + 1), row / (rows + 1))
            return Field.all.first { $0.column == place.0 && $0.row == place.1 }
        }

        fileprivate func letter(_ mark: Mark) -> [String] {
            switch (self, mark) {
            case (.small, .x): ["╲ ╱", " ╳ ", "╱ ╲"]
            case (.small, .o): ["╭─╮", "│ │", "╰─╯"]
            case (.large, .x): ["╲   ╱", " ╲ ╱ ", "  ╳  ", " ╱ ╲ ", "╱   ╲"]
            case (.large, .o): ["╭───╮", "│   │", "│   │", "│   │", "╰───╯"]
            }
        }
    }

    let match: Scene.Match
    let scale: Scale
    /// The selected field.
    var cursor: Field?
    /// Whether it is only a background.
    var isFaint = false

    /// Draws the centered board, from a row on.
    func draw(on canvas: inout Canvas, row: Int) {
        let left = (canvas.size.columns - scale.board.columns) / 2
        drawGrid(on: &canvas, left, row)
        for field in Field.all {
            let column = left + field.column * (scale.columns + 1)
            draw(field, on: &canvas, column, row + field.row * (scale.rows + 1))
        }
    }

    private func drawGrid(on canvas: inout Canvas, _ left: Int, _ top: Int) {
        let bar = String(repeating: "─", count: scale.columns)
        for row in 0..<scale.board.rows {
            let isBetween = row % (scale.rows + 1) == scale.rows
            let blank = String(repeating: " ", count: scale.columns)
            let text =
                isBetween
                ? [bar, bar, bar].joined(separator: "┼") : [blank, blank, blank].joined(separator: "│")
            canvas.draw(text, column: left, row: top + row, .faint)
        }
    }

    private func draw(_ field: Field, on canvas: inout Canvas, _ column: Int, _ row: Int) {
        let style = style(of: field)
        if field == cursor {
            let blank = String(repeating: " ", count: scale.columns)
            for offset in 0..<scale.rows { canvas.draw(blank, column: column, row: row + offset, .bar) }
        }
        guard let mark = match.board[field] else {
            canvas.draw(
                "\(field.number)",
                column: column + scale.columns / 2,
                row: row + scale.rows / 2,
                style
            )
            return
        }
        let lines = scale.letter(mark)
        for (offset, line) in lines.enumerated() {
            canvas.draw(line, column: column + (scale.columns - line.count) / 2, row: row + offset, style)
        }
    }

    private func style(of field: Field) -> LineStyle {
        if field == cursor { return .bar }
        if isFaint { return .faint }
        if match.winning.contains(field) { return .good }
        return match.board[field].map { .category($0 == .x ? 0 : 2) } ?? .faint
    }
}
