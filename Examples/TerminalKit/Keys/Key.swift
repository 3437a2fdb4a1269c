// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A key press or a mouse event.
package enum Key: Equatable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, delete
    /// Control-C or control-D.
    case interrupt
    /// Control-L, which redraws the screen.
    case refresh
    /// Control-Z, which suspends the program.
    case suspend
    /// F1.
    case help
    case wheelUp, wheelDown
    /// A click, at a place counted from zero.
    case click(column: Int, row: Int)
    case character(Character)
}

extension Key {
    /// Decodes the bytes from a terminal.
    ///
    /// - Parameter bytes: The result of one read. A terminal sends the bytes of one key together, so an
    ///   escape at the end is the escape key itself.
    /// - Returns: The keys in order, without unknown ones.
    package static func decode(_ bytes: [UInt8]) -> [Key] {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        var keys: [Key] = []
        while let first = rest.first {
            if first == "\u{1B}", let (sequence, key) = sequence(at: rest) {
                rest = rest[sequence.endIndex...]
                if let key { keys.append(key) }
            } else {
                rest = rest.dropFirst()
                if let key = single(first) { keys.append(key) }
            }
        }
        return keys
    }

    /// The name of the key in hints.
    package var name: String {
        switch self {
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "pgup"
        case .pageDown: "pgdn"
        case .escape: "esc"
        case .backTab: "shift-tab"
        case .interrupt: "ctrl-c"
        case .refresh: "ctrl-l"
        case .suspend: "ctrl-z"
        case .help: "F1"
        case .wheelUp, .wheelDown: "wheel"
        case .click: "click"
        case .character(" "): "space"
        case .character(let character): String(character)
        case .home, .end, .enter, .tab, .backspace, .delete: "\(self)"
        }
    }

    private static func single(_ character: Character) -> Key? {
        switch character {
        case "\r", "\n", "\r\n": .enter
        case "\u{1B}": .escape
        case "\u{7F}", "\u{08}": .backspace
        case "\u{03}", "\u{04}": .interrupt
        case "\u{0C}": .refresh
        case "\u{1A}": .suspend
        case "\t": .tab
        default:
            character.unicodeScalars.contains { $0.properties.generalCategory == .control }
                ? nil : .character(character)
        }
    }

    /// The escape sequence at the start of a text, and its key, if known.
    private static func sequence(at text: Substring) -> (sequence: Substring, key: Key?)? {
        let scalars = text.unicodeScalars
        let start =
            scalars.index(scalars.startIndex, offsetBy: 2, limitedBy: scalars.endIndex) ?? scalars.endIndex
        switch scalars.dropFirst().first {
        case "[":
            let parameters = scalars[start...].prefix { "0"..."?" ~= $0 }
            let end = scalars[parameters.endIndex...].prefix { " "..."/" ~= $0 }.endIndex
            guard end < scalars.endIndex, "@"..."~" ~= scalars[end] else { return nil }
            let after = scalars.index(after: end)
            let name = String(scalars[start..<after])
            return (text[..<after], named[name] ?? mouse(name))
        case "O":
            guard start < scalars.endIndex, scalars[start].properties.isAlphabetic else { return nil }
            let after = scalars.index(after: start)
            return (text[..<after], named[String(scalars[start..<after])])
        case "]", "P", "^", "_":
            // A terminal's answer to a query is not a key press.
            let rest = scalars[start...]
            guard let end = rest.firstIndex(where: { $0 == "\u{07}" || $0 == "\u{1B}" }) else { return nil }
            let after = scalars.index(after: end)
            if scalars[end] == "\u{07}" { return (text[..<after], nil) }
            guard after < scalars.endIndex, scalars[after] == "\\" else { return nil }
            return (text[..<scalars.index(after: after)], nil)
        default: return nil
        }
    }

    private static let named: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
        "3~": .delete, "5~": .pageUp, "6~": .pageDown, "1~": .home, "4~": .end, "7~": .home, "8~": .end,
        "P": .help, "11~": .help, "[A": .help,
    ]

    /// Decodes a mouse event in the format SGR 1006: `<0;12;5M` is the left button pressed at column 12 of
    /// line 5.
    private static func mouse(_ name: String) -> Key? {
        guard name.first == "<", name.last == "M", name.utf8.count <= 20 else { return nil }
        let numbers = name.dropFirst().dropLast().split(separator: ";").map { Int($0) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2]
        else {
            return nil
        }
        switch button {
        case 0: return .click(column: max(0, column - 1), row: max(0, row - 1))
        case 64: return .wheelUp
        case 65: return .wheelDown
        default: return nil
        }
    }
}
