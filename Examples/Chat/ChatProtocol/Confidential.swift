// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A text that is sent over the connection but that no log or tool shows: a password, a code, a token.
package struct Confidential: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension Confidential: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}

extension Confidential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Confidential: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
