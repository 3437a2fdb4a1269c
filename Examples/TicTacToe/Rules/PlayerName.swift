// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a person: 1 to 20 visible characters, with single spaces between words.
package struct PlayerName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// Makes a name from the typed text, if it is valid.
    package init?(_ typed: String) {
        let text = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Names are shown on a terminal, which executes control characters, and letters can have hundreds of
        // marks.
        let isHarmless = text.unicodeScalars.allSatisfy {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
            default: true
            }
        }
        guard (1...20).contains(text.count), text.unicodeScalars.count <= 80, isHarmless else { return nil }
        self.text = text
    }

    /// The name of a person who has not given one.
    package static func unnamed(_ mark: Mark) -> PlayerName { PlayerName(trusted: "Player \(mark.letter)") }

    private init(trusted text: String) { self.text = text }
}

extension PlayerName: Codable {
    /// Decodes a name, and refuses an invalid text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let typed = try container.decode(String.self)
        guard let name = PlayerName(typed) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(typed)” is no name.")
        }
        self = name
    }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
