// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension StringProtocol {
    /// The text in ASCII, for a terminal whose locale has no other characters; it fills the same columns.
    ///
    /// Letters lose their accents, and lines and bars become similar characters. Other characters become a
    /// question mark for each column.
    package var inASCII: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return String(self) }
        return map(ASCIILetters.text).joined()
    }
}

private enum ASCIILetters {
    static func text(of character: Character) -> String {
        if character.isASCII { return String(character) }
        let columns = TextWidth.columns(of: character)
        guard columns > 0 else { return "" }
        if columns == 1, let sign = signs[character] { return String(sign) }
        if let first = character.unicodeScalars.first, 0x2801...0x28FF ~= first.value { return "*" }
        let plain = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
        if columns == 1, let plain, plain.isASCII { return String(plain) }
        return String(repeating: "?", count: columns)
    }

    private static let signs: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "─│┼├┤┬┴╭╮╰╯┌┐└┘╲╱╳…“”„‘’‚–—·•✓↑↓←→°⧗⠀▁▂▃▄▅▆▇█▏▎▍▌▋▊▉░▒▓■●○★☆×−",
            "-|+++++++++++++\\/X.\"\"\"'',--.**^v<>o~ _.:-=+*#||||||#.:##*o**x-"
        )
    )
}
