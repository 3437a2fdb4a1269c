// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// A picture of text, drawn from back to front; what is outside of it is cut off.
struct Canvas {
    private struct Cell {
        /// Empty behind a character that fills two columns.
        var text = " "
        var style = LineStyle.plain
    }

    let size: WindowSize
    private var cells: [[Cell]]

    /// An empty picture.
    init(_ size: WindowSize) {
        self.size = size
        let row = Array(repeating: Cell(), count: max(0, size.columns))
        cells = Array(repeating: row, count: max(0, size.rows))
    }

    /// Draws a line of text over what is there.
    mutating func draw(_ text: String, column: Int, row: Int, _ style: LineStyle = .plain) {
        guard cells.indices.contains(row) else { return }
        var column = column
        for character in text.withoutControls {
            let text = String(character)
            for offset in 0..<text.columns where cells[row].indices.contains(column + offset) {
                cells[row][column + offset] = Cell(text: offset == 0 ? text : "", style: style)
            }
            column += text.columns
        }
    }

    /// Draws a box with text in it, in the middle of the picture; one line may be selected.
    mutating func drawBox(_ lines: [String], selection: Int, title: String) {
        let width = (lines + [title]).reduce(0) { max($0, $1.columns) } + 6
        let left = (size.columns - width) / 2
        let top = max(0, (size.rows - lines.count - 4) / 2)
        let bar = String(repeating: "─", count: width - 2)
        draw("╭" + bar + "╮", column: left, row: top)
        let blank = "│" + String(repeating: " ", count: width - 2) + "│"
        for row in 1...lines.count + 2 { draw(blank, column: left, row: top + row) }
        draw(title, column: left + (width - title.columns) / 2, row: top + 1, .bold)
        for (offset, line) in lines.enumerated() {
            let text = (offset == selection ? " > " : "   ") + line
            let style: LineStyle = offset == selection ? .bar : .plain
            draw(text.fitted(to: width - 2), column: left + 1, row: top + 3 + offset, style)
        }
        draw("╰" + bar + "╯", column: left, row: top + lines.count + 3)
    }

    /// The lines from the top.
    var lines: [StyledLine] {
        cells.map { row in
            var row = row
            // A bar at the end of a line would be drawn to the edge of the window, as an empty one would.
            while let last = row.last, last.text == " ", last.style != .bar { row.removeLast() }
            let line = row.reduce(StyledLine("")) { $0 + StyledLine($1.text, $1.style) }
            return row.last?.style == .bar && row.count < size.columns ? line + StyledLine(" ") : line
        }
    }
}
