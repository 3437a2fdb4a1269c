// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What somebody says: one line.
package struct MessageText: CheckedText {
    package static let rule = "A message is one line of 1 to 2000 bytes, without control characters."

    package let text: String

    package init(checked text: String) { self.text = text }

    package static func accepts(_ text: String) -> Bool {
        // Format characters stay: they join emoji, and many scripts need them.
        (1...2000).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.isShown || $0.properties.generalCategory == .format }
    }
}

/// What a client calls a message before the server has numbered it: the same however often it is delivered.
package struct MessageID: CheckedText {
    package static let rule = "The identifier of a message is 8 to 40 hexadecimal digits."

    package let text: String

    package init(checked text: String) { self.text = text }

    package static func accepts(_ text: String) -> Bool {
        (8...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Makes an identifier of 128 random bits.
    package init(using generator: inout some RandomNumberGenerator) {
        let words = (0..<4).map { _ in String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
        }
        text = words.map { String(repeating: "0", count: 8 - $0.count) + $0 }.joined()
    }
}
