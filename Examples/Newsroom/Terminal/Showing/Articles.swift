// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The list with its selection, or the open article.
package struct Articles: Equatable, Sendable {
    package var list = Screen.List(.articles)
    package var rows: [Screen.Row] = []
    package var page: Screen.Page?
    /// The selected row, counted from zero.
    package var selection = 0
    /// The number of lines of the article above the window.
    package var scroll = 0

    /// Makes an empty list.
    package init() {}

    func lines(in size: WindowSize) -> [StyledLine] {
        if let page { return Array(page.lines(in: size.columns).dropFirst(scroll)) }
        guard !rows.isEmpty else {
            let text = list.emptiness(add: "press a", load: "press l")
            return text.wrapped(to: size.columns).map { StyledLine($0) }
        }
        let first = Self.first(selection: selection, in: size.rows)
        return rows.enumerated().dropFirst(first).prefix(size.rows).map { offset, row in
            let isSelected = offset == selection
            let text = "\(isSelected ? ">" : " ") \(row.isRead ? "✓" : " ") \(offset + 1). \(row.title)"
            let line = StyledLine(text, isSelected ? .selected : row.isRead ? .faint : .accent)
            return row.note.isEmpty
                ? line : line + StyledLine("  \(row.note)", row.hasProblem ? .problem : .faint)
        }
    }
}

extension Articles {
    /// The first visible row.
    static func first(selection: Int, in rows: Int) -> Int { max(0, selection - rows + 1) }
}

extension Screen.Page {
    /// The article in lines that fit into the columns.
    func lines(in columns: Int) -> [StyledLine] {
        // A long line is hard to read, however wide the window is.
        let width = min(columns, 80)
        return title.wrapped(to: width).map { StyledLine($0, .bold) }
            + details.flatMap { $0.wrapped(to: width) }.map { StyledLine($0, .faint) }
            + [StyledLine("")]
            + body.wrapped(to: width).map { StyledLine($0) }
    }
}
