// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

extension Canvas {
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

    /// The line in a row of such a box.
    static func boxLine<Line>(_ row: Int, of lines: [Line], in size: WindowSize) -> Line? {
        let first = max(0, (size.rows - lines.count - 4) / 2) + 3
        return lines.indices.contains(row - first) ? lines[row - first] : nil
    }
}
