// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a terminal answers when it is asked for the colour behind its text.
package struct TerminalAnswer: Equatable, Sendable {
    /// The background, if the terminal knows.
    package private(set) var background: Appearance.Background?
    /// Whether nothing more will be answered.
    package private(set) var isComplete = false
    /// What a person typed meanwhile.
    package private(set) var typed: [UInt8]

    /// The question: the colour (OSC 11), and what kind of terminal it is, which every terminal answers, and last.
    package static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

    /// Reads what has come so far.
    package init(_ bytes: [UInt8]) {
        typed = bytes
        if let (range, body) = Self.part(
            of: typed,
            from: [0x1B, 0x5D, 0x31, 0x31, 0x3B],
            where: { $0 == 0x07 || $0 == 0x1B }
        ) {
            background = Self.background(of: body)
            // An end of two bytes, “escape and \”, goes with it.
            let isLong = typed[range.upperBound - 1] == 0x1B && range.upperBound < typed.count
            typed.removeSubrange(range.lowerBound..<(isLong ? range.upperBound + 1 : range.upperBound))
        }
        if let (range, _) = Self.part(of: typed, from: [0x1B, 0x5B, 0x3F], where: { $0 == 0x63 }) {
            isComplete = true
            typed.removeSubrange(range)
        }
    }

    private static func part(
        of bytes: [UInt8],
        from start: [UInt8],
        where isEnd: (UInt8) -> Bool
    ) -> (range: Range<Int>, body: [UInt8])? {
        guard bytes.count >= start.count,
            let first = (0...bytes.count - start.count).first(where: { bytes[$0...].starts(with: start) }),
            let end = bytes[(first + start.count)...].firstIndex(where: isEnd)
        else { return nil }
        return (first..<end + 1, Array(bytes[(first + start.count)..<end]))
    }

    /// The background of `rgb:RRRR/GGGG/BBBB`, whose parts have one to four digits.
    private static func background(of body: [UInt8]) -> Appearance.Background? {
        let text = String(decoding: body, as: UTF8.self)
        guard
            let match = text.wholeMatch(
                of: /rgba?:([0-9a-fA-F]{1,4})\/([0-9a-fA-F]{1,4})\/([0-9a-fA-F]{1,4}).*/
            )
        else {
            return nil
        }
        let parts = [match.output.1, match.output.2, match.output.3].map { digits in
            Double(Int(digits, radix: 16) ?? 0) / Double((1 << (4 * digits.count)) - 1)
        }
        // How bright eyes find red, green and blue.
        return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5 ? .light : .dark
    }
}
