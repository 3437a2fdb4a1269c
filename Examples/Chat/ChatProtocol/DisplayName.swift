// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name that others see; it may be changed at any time.
package struct DisplayName: CheckedText {
    package static let rule =
        "A name to be shown is 1 to 24 visible characters of one script, with single spaces between words."

    /// The number of marks that a letter of a name may have.
    private static let markLimit = 4
    private static let byteLimit = 96

    package let text: String

    package init(checked text: String) { self.text = text }

    package init(_ name: AccountName) { text = name.text }

    /// Whether the name begins with a character like a tilde; only names of guests may.
    package var looksLikeGuest: Bool {
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.first { $0 != " " }
            .map { Self.tildes.contains($0) } ?? false
    }

    /// Characters that look like a tilde; a mark on a space is one, too.
    private static let tildes: Set<Unicode.Scalar> = [
        "~", "\u{0303}", "\u{0330}", "\u{0334}", "\u{1FC0}", "\u{2053}", "\u{223C}", "\u{223D}", "\u{223E}",
        "\u{223F}",
        "\u{224B}", "\u{2E1B}", "\u{2E2F}", "\u{3030}", "\u{301C}",
    ]

    /// Letters with their marks as one, so that a name is the same bytes however it was typed.
    package static func normalized(_ text: String) -> String {
        // A text that is far too long is not normalized, because sorting thousands of marks takes long; it is
        // refused.
        text.utf8.count <= 4 * byteLimit ? text.precomposedStringWithCanonicalMapping : text
    }

    package static func accepts(_ text: String) -> Bool {
        (1...24).contains(text.count) && text.utf8.count <= byteLimit
            && text.first != " " && text.last != " " && !text.contains("  ")
            && text.unicodeScalars.allSatisfy(isAllowed) && text.unicodeScalars.first?.isMark == false
            && text.hasMarks(upTo: markLimit) && Script.isOne(in: text)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isShown, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return scalar == " "
        case .enclosingMark: return false
        default: return scalar != "\u{2800}"  // The blank pattern of Braille.
        }
    }
}
