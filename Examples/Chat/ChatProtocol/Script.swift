// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The script of a letter; letters of scripts that are rarely used today have none.
///
/// A name in one script cannot be imitated with similar letters of another, as UTS #39 recommends. Digits,
/// punctuation, and symbols belong to every script.
enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, georgian, ethiopic, khmer
    case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
    case thai, lao, tibetan, burmese
    case han, hiragana, katakana, bopomofo, hangul

    /// Whether the letters of a text are of one script, or of scripts that one language combines.
    static func isOne(in text: String) -> Bool {
        var scripts: Set<Script> = []
        for scalar in text.unicodeScalars {
            if let script = Script(scalar) {
                scripts.insert(script)
            } else if scalar.properties.isAlphabetic {
                return false
            }
        }
        return scripts.count <= 1 || writtenTogether.contains { scripts.isSubset(of: $0) }
    }

    private static let writtenTogether: [Set<Script>] = [
        [.han, .hiragana, .katakana], [.han, .bopomofo], [.han, .hangul],
    ]

    /// The script of a letter or a mark; `nil` for characters common to all scripts, and for other scripts.
    private init?(_ scalar: Unicode.Scalar) {
        // Signs in the block of one script that all scripts use, such as those of multiplication and
        // division.
        guard scalar.properties.isAlphabetic || scalar.isMark || scalar.properties.numericType != nil,
            !("0"..."9").contains(scalar)
        else { return nil }
        guard let script = Self.blocks.first(where: { $0.0.contains(scalar.value) })?.1 else { return nil }
        self = script
    }

    private static let blocks: [(ClosedRange<UInt32>, Script)] = [
        (0x0041...0x005A, .latin), (0x0061...0x007A, .latin), (0x00C0...0x02AF, .latin),
        (0x02BB...0x02BC, .latin), (0x1D00...0x1DBF, .latin), (0x1E00...0x1EFF, .latin),
        (0x2C60...0x2C7F, .latin), (0xA722...0xA7FF, .latin),
        (0x0370...0x03FF, .greek), (0x1F00...0x1FFF, .greek),
        (0x0400...0x052F, .cyrillic), (0x1C80...0x1C8F, .cyrillic), (0xA640...0xA69F, .cyrillic),
        (0x0530...0x058F, .armenian), (0x0590...0x05FF, .hebrew),
        (0x0600...0x06FF, .arabic), (0x0750...0x077F, .arabic), (0x0870...0x08FF, .arabic),
        (0x0900...0x097F, .devanagari), (0x0980...0x09FF, .bengali), (0x0A00...0x0A7F, .gurmukhi),
        (0x0A80...0x0AFF, .gujarati), (0x0B00...0x0B7F, .oriya), (0x0B80...0x0BFF, .tamil),
        (0x0C00...0x0C7F, .telugu), (0x0C80...0x0CFF, .kannada), (0x0D00...0x0D7F, .malayalam),
        (0x0D80...0x0DFF, .sinhala), (0x0E00...0x0E7F, .thai), (0x0E80...0x0EFF, .lao),
        (0x0F00...0x0FFF, .tibetan), (0x1000...0x109F, .burmese), (0x10A0...0x10FF, .georgian),
        (0x1100...0x11FF, .hangul), (0x1200...0x137F, .ethiopic), (0x1780...0x17FF, .khmer),
        (0x1C90...0x1CBF, .georgian), (0x3005...0x3007, .han), (0x3041...0x309F, .hiragana),
        (0x30A0...0x30FF, .katakana), (0x3105...0x312F, .bopomofo), (0x3131...0x318E, .hangul),
        (0x3400...0x4DBF, .han), (0x4E00...0x9FFF, .han), (0xAC00...0xD7A3, .hangul), (0xF900...0xFAFF, .han),
        (0x20000...0x323AF, .han),
    ]
}
