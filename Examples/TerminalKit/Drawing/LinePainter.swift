// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Draws lines by escape sequences, and redraws only lines that have changed.
///
/// ```swift
/// var painter = LinePainter()
/// terminal.write(painter.paint([StyledLine("Hello")], in: terminal.size))   // everything
/// terminal.write(painter.paint([StyledLine("Hello")], in: terminal.size))   // nothing
/// ```
/// A line is written over the old one, and its rest is cleared afterwards, so nothing flickers. Control
/// characters in a text never reach the terminal.
package struct LinePainter: Sendable {
    private let appearance: Appearance
    private var shown: [StyledLine] = []
    private var size: WindowSize?

    /// Makes a painter that draws the whole screen first.
    ///
    /// - Parameter appearance: The look of roles.
    package init(_ appearance: Appearance = Appearance()) { self.appearance = appearance }

    /// Draws a screen.
    ///
    /// - Parameters:
    ///   - lines: The lines from the top; those below the window are omitted, and missing ones are empty.
    ///   - size: The size of the window; if it has changed, everything is drawn.
    /// - Returns: The escape sequences, which work at any cursor position; empty if nothing has changed.
    package mutating func paint(_ lines: [StyledLine], in size: WindowSize) -> String {
        let new = lines.prefix(max(0, size.rows)).map { $0.shown(in: size.columns) }
        let old = size == self.size ? shown : nil
        defer { (shown, self.size) = (new, size) }
        var result = ""
        for (row, line) in new.enumerated() where old.map({ row >= $0.count || $0[row] != line }) ?? true {
            result += Self.start(of: row) + escapeSequences(line, in: size.columns)
        }
        if new.count < old?.count ?? size.rows { result += Self.start(of: new.count) + "\u{1B}[J" }
        return result
    }

    /// Makes the next call draw everything, after others have written to the screen.
    package mutating func forget() { size = nil }

    private static func start(of row: Int) -> String { "\u{1B}[\(row + 1);1H" }

    private func escapeSequences(_ line: StyledLine, in columns: Int) -> String {
        let pieces = line.spans.map { span in
            let text = appearance.isASCII ? span.text.inASCII : span.text
            let start = text.isEmpty ? "" : appearance.start(of: span.style)
            return start.isEmpty ? text : start + text + "\u{1B}[0m"
        }
        // In the last column, clearing the rest would remove the last character.
        return pieces.joined() + (line.text.columns < columns ? "\u{1B}[K" : "")
    }
}
