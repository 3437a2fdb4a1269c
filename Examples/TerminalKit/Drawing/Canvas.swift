// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A picture of text, drawn from back to front and clipped to its size.
package struct Canvas: Equatable, Sendable {
    /// The cell of a character.
    package struct Cell: Equatable, Sendable {
        /// Empty for the second column of a wide character.
        package var text = " "
        package var style = LineStyle.plain
    }

    package let size: WindowSize
    /// The cells, row by row.
    package private(set) var cells: [[Cell]]

    /// An empty picture.
    package init(_ size: WindowSize) {
        self.size = size
        let row = Array(repeating: Cell(), count: max(0, size.columns))
        cells = Array(repeating: row, count: max(0, size.rows))
    }

    /// A picture of lines, as a terminal shows them.
    package init(_ lines: [StyledLine], in size: WindowSize) {
        self.init(size)
        for (row, line) in lines.prefix(max(0, size.rows)).enumerated() {
            draw(line.shown(in: size.columns), column: 0, row: row)
        }
    }

    /// Draws a line of text over the current content.
    package mutating func draw(_ text: String, column: Int, row: Int, _ style: LineStyle = .plain) {
        guard cells.indices.contains(row) else { return }
        var column = column
        for character in text.withoutControls {
            let text = String(character)
            let columns = text.columns
            for offset in 0..<columns where cells[row].indices.contains(column + offset) {
                cells[row][column + offset] = Cell(text: offset == 0 ? text : "", style: style)
            }
            column += columns
        }
    }

    /// Draws a line with several styles over the current content.
    package mutating func draw(_ line: StyledLine, column: Int, row: Int) {
        var column = column
        for span in line.spans {
            draw(span.text, column: column, row: row, span.style)
            column += span.text.withoutControls.columns
        }
    }

    /// The lines from the top.
    package var lines: [StyledLine] {
        cells.map { row in
            var row = row
            // A bar at the end of a line would extend to the edge of the window, as an empty one would.
            while let last = row.last, last.text == " ", last.style != .bar { row.removeLast() }
            let line = row.reduce(StyledLine("")) { $0 + StyledLine($1.text, $1.style) }
            return row.last?.style == .bar && row.count < size.columns ? line + StyledLine(" ") : line
        }
    }
}
