// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The looks of a name: two names with a look in common can be mistaken for each other.
///
/// Compatible characters, the cases of letters, and letters that look the same make no difference, as in the
/// skeletons of UTS #39. A name has several looks, because some letters look the same in one case only: `Ida`
/// may be read as `lda`, and is `IDA` in capitals.
package struct Looks: Equatable, Sendable {
    /// The name without its case, for comparing.
    package let folded: String
    /// The looks; some may be equal.
    package let all: Set<String>

    package init(_ name: AccountName) { self.init(name.text) }

    package init(_ name: DisplayName) { self.init(name.text) }

    private init(_ text: String) {
        let text = text.precomposedStringWithCompatibilityMapping
        folded = Self.fold(text)
        all = [
            Self.skeleton(of: folded), Self.skeleton(of: Self.fold(Self.latin(text))),
            Self.skeleton(of: Self.fold(Self.skeleton(of: text))),
        ]
    }

    /// Converts to capitals and back, so that letters with two small forms, and ß and ss, are equal.
    private static func fold(_ text: String) -> String {
        text.uppercased().lowercased().precomposedStringWithCompatibilityMapping
    }

    /// The text in the one or two ASCII characters that each of its characters looks like.
    private static func skeleton(of text: String) -> String {
        replace(latin(text)) { ["1": "l", "I": "l", "|": "l", "0": "o", "O": "o", "m": "rn", "w": "vv"][$0] }
    }

    /// The text in the Latin letters that its characters look like.
    private static func latin(_ text: String) -> String {
        replace(text.decomposedStringWithCanonicalMapping) { latinLetters[$0] }
    }

    private static func replace(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let other = replacement(scalar) {
                result += other
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static let latinLetters: [Unicode.Scalar: String] = {
        var letters: [Unicode.Scalar: String] = [:]
        for (letter, values) in lookalikes {
            for scalar in values.compactMap(Unicode.Scalar.init) { letters[scalar] = letter }
        }
        // A terminal draws two of these as a flag, and one as a letter.
        for (offset, letter) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".enumerated() {
            if let scalar = Unicode.Scalar(0x1F1E6 + UInt32(offset)) { letters[scalar] = String(letter) }
        }
        return letters
    }()

    /// Characters of the scripts used in names, by the Latin letter that they look like.
    private static let lookalikes: [(String, [UInt32])] = [
        ("a", [0x0251, 0x03B1, 0x0430]), ("b", [0x0185, 0x042C, 0x044C]), ("c", [0x03F2, 0x0441, 0x1D04]),
        ("d", [0x0501]), ("e", [0x0435, 0x04BD]), ("f", [0x03DD, 0x0584]), ("g", [0x018D, 0x0261, 0x0581]),
        ("h", [0x04BB, 0x0570]), ("i", [0x0131, 0x0269, 0x026A, 0x03B9, 0x0456]),
        ("j", [0x03F3, 0x0458, 0x0575]), ("k", [0x0138, 0x03BA, 0x043A]),
        ("I", [0x0399, 0x0406, 0x04C0]),
        ("l", [0x01C0, 0x04CF, 0x05C0, 0x05D5, 0x05DF, 0x0627, 0x0661, 0x06F1]),
        ("n", [0x03B7, 0x0578]),
        ("O", [0x039F, 0x041E, 0x0555]),
        ("o", [0x03BF, 0x03C3, 0x043E, 0x0585, 0x05E1, 0x0647, 0x0665, 0x06F0]),
        (
            "o",
            [0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D20, 0x0D66, 0x0E50, 0x0ED0]
        ),
        ("o", [0x101D, 0x1040, 0x10FF, 0x1D0F, 0x3007]),
        ("p", [0x03C1, 0x0440]), ("q", [0x0563, 0x0566, 0x051B]), ("r", [0x0433]),
        ("s", [0x01BD, 0x0455, 0xA731]), ("t", [0x03C4, 0x0442]), ("u", [0x028B, 0x03C5, 0x057D]),
        ("v", [0x03BD, 0x0475, 0x05D8]), ("w", [0x0461, 0x051D, 0x0561, 0x1D21]),
        ("x", [0x00D7, 0x03C7, 0x0445]), ("y", [0x028F, 0x03B3, 0x0443, 0x04AF, 0x10E7]), ("z", [0x1D22]),
        ("A", [0x0391, 0x0410]), ("B", [0x0392, 0x0412]), ("C", [0x03F9, 0x0421]), ("E", [0x0395, 0x0415]),
        ("F", [0x03DC]), ("G", [0x050C]), ("H", [0x0397, 0x041D]), ("J", [0x037F, 0x0408]),
        ("K", [0x039A, 0x041A]), ("L", [0x053C]), ("M", [0x039C, 0x03FA, 0x041C]), ("N", [0x039D]),
        ("P", [0x03A1, 0x0420]), ("Q", [0x051A]), ("S", [0x0405, 0x054F]), ("T", [0x03A4, 0x0422]),
        ("U", [0x054D]), ("V", [0x0474]), ("W", [0x051C]), ("X", [0x03A7, 0x0425]),
        ("Y", [0x03A5, 0x0423, 0x04AE]), ("Z", [0x0396]),
        ("-", [0x02D7, 0x2010, 0x2012, 0x2013, 0x2014, 0x2043, 0x2212, 0x30FC]),
        ("'", [0x0060, 0x00B4, 0x02B9, 0x02BB, 0x02BC, 0x2018, 0x2019, 0x2032]), (",", [0x201A]),
        (".", [0x0660, 0x06D4]),
    ]
}
