// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The text of a message: one line.
package struct MessageText: CheckedText {
    package static let rule =
        "A message is one line of 1 to 2000 bytes, without control characters, turned text and heaps of marks."

    /// The number of marks that a letter may have; no script needs more.
    private static let markLimit = 8
    private static let byteLimit = 2000

    package let text: String

    package init(checked text: String) { self.text = text }

    package static func accepts(_ text: String) -> Bool {
        (1...byteLimit).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(isAllowed)
            && text.hasMarks(upTo: markLimit)
    }

    /// Marks for the reading direction are allowed, and so are those that join emoji, because many scripts
    /// need them.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isShown || scalar.properties.generalCategory == .format && !scalar.turnsText
    }
}

extension MessageText {
    /// Accepts a text that was stored under older rules, and removes characters that are forbidden today.
    package init(keptBefore text: String) {
        var result = ""
        var (markCount, byteCount) = (0, 0)
        for scalar in text.unicodeScalars where Self.isAllowed(scalar) {
            markCount = scalar.isMark ? markCount + 1 : 0
            guard markCount <= Self.markLimit else { continue }
            byteCount += UTF8.width(scalar)
            guard byteCount <= Self.byteLimit else { break }
            result.unicodeScalars.append(scalar)
        }
        self.text = result.isEmpty ? "\u{FFFD}" : result
    }
}

/// The client's identifier of a message, the same however often the message is delivered.
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
