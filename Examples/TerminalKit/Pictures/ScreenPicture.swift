// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The content of a terminal, as text that can be stored in a file and compared: each cell's character, and
/// its role.
///
/// ```
/// 12 × 2
/// │ To do      │
/// │> milk      │
///
/// │BBBBBBBBBBBB│
/// │SSSSSS......│
/// ```
/// It contains roles and no colors, so it does not change when a color is fixed.
package struct ScreenPicture: Equatable, Sendable, CustomStringConvertible {
    /// The cells.
    package let canvas: Canvas

    /// Makes a picture of lines.
    package init(_ lines: [StyledLine], in size: WindowSize) { canvas = Canvas(lines, in: size) }

    /// The text and, below it, the roles; each role has a letter.
    package var description: String {
        let text = canvas.cells.map { "│" + $0.map(\.text).joined() + "│" }
        let roles = canvas.cells.map { "│" + String($0.map(\.style.letter)) + "│" }
        return (["\(canvas.size.columns) × \(canvas.size.rows)"] + text + [""] + roles).joined(
            separator: "\n"
        ) + "\n"
    }
}
