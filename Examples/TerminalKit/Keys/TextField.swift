// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One line of text being typed.
///
/// ```swift
/// var field = TextField()
/// if key == .enter { send(field.text) } else if key != .escape { field.press(key) }
/// let line = StyledLine("Your name: ") + field.line(in: 20)
/// ```
package struct TextField: Equatable, Sendable, Codable {
    private var before: String
    private var after = ""
    private let limit: Int

    /// Makes a field with the cursor at the end of its text.
    ///
    /// - Parameters:
    ///   - text: The initial text.
    ///   - limit: The maximum number of characters.
    package init(_ text: String = "", limit: Int = 1000) {
        before = text
        self.limit = limit
    }

    /// The typed text.
    package var text: String { before + after }

    /// Whether the text is empty.
    package var isEmpty: Bool { before.isEmpty && after.isEmpty }

    /// Handles a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether the key edits text; enter and escape, for example, do not.
    @discardableResult
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            if before.count + after.count < limit { before.append(character) }
        case .backspace: _ = before.popLast()
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let character = before.popLast() { after.insert(character, at: after.startIndex) }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        default: return false
        }
        return true
    }

    /// The text with its cursor: a `_` at the end, or a reversed character.
    ///
    /// - Parameters:
    ///   - columns: The available width; a longer text is shown around the cursor.
    ///   - style: The style of the text.
    /// - Returns: A line, for example to follow a prompt.
    package func line(in columns: Int, _ style: LineStyle = .plain) -> StyledLine {
        let cursor = after.first.map(String.init) ?? "_"
        var start = before[...]
        while !start.isEmpty, start.columns + cursor.columns > columns { start.removeFirst() }
        let line = StyledLine(String(start), style) + StyledLine(cursor, after.isEmpty ? style : .bar)
        var end = after.dropFirst()
        while !end.isEmpty, start.columns + cursor.columns + end.columns > columns { end.removeLast() }
        return end.isEmpty ? line : line + StyledLine(String(end), style)
    }
}
