// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed.
package enum Key: Equatable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, tab, backspace, delete
    /// Control and C, or control and D.
    case interrupt
    /// Control and L: the screen is to be drawn anew.
    case refresh
    case character(Character)
}

extension Key {
    /// The keys that some bytes from a terminal stand for.
    ///
    /// - Parameter bytes: What one read returned. A terminal sends the bytes of one key together, so an escape at the
    ///   end is the escape key itself.
    /// - Returns: The keys in order, without those that are unknown here.
    package static func decode(_ bytes: [UInt8]) -> [Key] {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        var keys: [Key] = []
        while let first = rest.first {
            if first == "\u{1B}", let (sequence, key) = sequence(at: rest) {
                rest = rest.dropFirst(sequence.count)
                if let key { keys.append(key) }
            } else {
                rest = rest.dropFirst()
                if let key = single(first) { keys.append(key) }
            }
        }
        return keys
    }

    private static func single(_ character: Character) -> Key? {
        switch character {
        case "\r", "\n", "\r\n": .enter
        case "\u{1B}": .escape
        case "\u{7F}", "\u{08}": .backspace
        case "\u{03}", "\u{04}": .interrupt
        case "\u{0C}": .refresh
        case "\t": .tab
        default:
            character.unicodeScalars.contains { $0.properties.generalCategory == .control }
                ? nil : .character(character)
        }
    }

    /// The escape sequence that some text starts with, and the key it stands for, if it is a known one.
    private static func sequence(at text: Substring) -> (sequence: Substring, key: Key?)? {
        guard let match = text.prefixMatch(of: /\u{1B}(?:\[([0-9;]*[A-Za-z~])|O([A-Za-z]))/) else {
            return nil
        }
        let name = match.output.1 ?? match.output.2 ?? ""
        return (match.output.0, named[String(name)])
    }

    private static let named: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
        "3~": .delete, "5~": .pageUp, "6~": .pageDown, "1~": .home, "4~": .end, "7~": .home, "8~": .end,
    ]
}

extension Key: Codable {
    private static let byName: [String: Key] = Dictionary(
        uniqueKeysWithValues: [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace,
            .delete, .interrupt, .refresh,
        ].map { ("\($0)", $0) }
    )

    /// Reads the name of a key, or its character.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let key = Self.byName[text] {
            self = key
        } else if let character = text.first, text.count == 1 {
            self = .character(character)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "There is no key “\(text)”."
            )
        }
    }

    /// Writes the name of the key, or its character.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .character(let character) = self {
            try container.encode(String(character))
        } else {
            try container.encode("\(self)")
        }
    }
}
