// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A text that obeys rules; one that breaks them cannot be made, neither in code nor from a frame.
package protocol CheckedText: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The message to people when a text is refused.
    static var rule: String { get }

    /// The normal form of a text, in which it is checked and kept.
    static func normalized(_ text: String) -> String

    /// Whether a text obeys the rules.
    static func accepts(_ text: String) -> Bool

    /// The text.
    var text: String { get }

    /// Takes a text that has been checked.
    init(checked text: String)
}

extension CheckedText {
    package static func normalized(_ text: String) -> String { text }

    /// Takes a text if it obeys the rules.
    package init?(_ text: String) {
        let text = Self.normalized(text)
        guard Self.accepts(text) else { return nil }
        self.init(checked: text)
    }

    /// Reads the text, and refuses one that does not obey the rules.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var description: String { text }
}
