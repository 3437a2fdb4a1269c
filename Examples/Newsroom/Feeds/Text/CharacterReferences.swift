// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The named and numbered character references of HTML: `&amp;`, `&#8212;`, `&#x2014;`.
enum CharacterReferences {
    /// The length of the longest reference, without `&` and `;`.
    static let longestName = 10

    /// Resolves the text between `&` and `;`; `nil` if it names no character.
    static func resolve(_ name: some StringProtocol) -> Unicode.Scalar? {
        guard name.first == "#" else { return named[String(name)] }
        let digits = name.dropFirst()
        let value =
            switch digits.first {
            case "x", "X": UInt32(digits.dropFirst(), radix: 16)
            default: UInt32(digits, radix: 10)
            }
        return value.flatMap(scalar(numbered:))
    }

    /// Converts numbers from 128 to 159, which are control characters, to the Windows characters that pages
    /// mean.
    private static func scalar(numbered value: UInt32) -> Unicode.Scalar? {
        guard (128..<160).contains(value) else { return Unicode.Scalar(value) }
        return windows[Int(value - 128)]
    }

    private static let named: [String: Unicode.Scalar] = {
        var table = symbols
        for (offset, name) in latin.split(separator: " ").enumerated() {
            table[String(name)] = Unicode.Scalar(UInt8(160 + offset))
        }
        return table
    }()

    /// The names of the characters 160 to 255, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
        deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
        Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
        ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
        agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
        eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// The Windows characters 128 to 159, with spaces for unused ones.
    private static let windows = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)

    private static let symbols: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        "ndash": "\u{2013}", "mdash": "\u{2014}", "hellip": "\u{2026}", "bull": "\u{2022}",
        "lsquo": "\u{2018}", "rsquo": "\u{2019}", "sbquo": "\u{201A}",
        "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}",
        "lsaquo": "\u{2039}", "rsaquo": "\u{203A}", "dagger": "\u{2020}", "Dagger": "\u{2021}",
        "prime": "\u{2032}", "Prime": "\u{2033}", "permil": "\u{2030}", "euro": "\u{20AC}",
        "trade": "\u{2122}", "larr": "\u{2190}", "uarr": "\u{2191}", "rarr": "\u{2192}", "darr": "\u{2193}",
        "minus": "\u{2212}", "ne": "\u{2260}", "le": "\u{2264}", "ge": "\u{2265}", "asymp": "\u{2248}",
        "infin": "\u{221E}", "sum": "\u{2211}", "radic": "\u{221A}", "part": "\u{2202}",
        "OElig": "\u{0152}", "oelig": "\u{0153}", "Scaron": "\u{0160}", "scaron": "\u{0161}",
        "Yuml": "\u{0178}", "fnof": "\u{0192}", "circ": "\u{02C6}", "tilde": "\u{02DC}",
        "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
        "alpha": "\u{03B1}", "beta": "\u{03B2}", "gamma": "\u{03B3}", "delta": "\u{03B4}",
        "lambda": "\u{03BB}", "mu": "\u{03BC}", "pi": "\u{03C0}", "sigma": "\u{03C3}", "omega": "\u{03C9}",
    ]
}
