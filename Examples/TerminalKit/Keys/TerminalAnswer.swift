// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The answer of a terminal to the query for its background color.
package struct TerminalAnswer: Equatable, Sendable {
    /// The background, if the terminal reports it.
    package private(set) var background: Appearance.Background?
    /// Whether the answer is complete.
    package private(set) var isComplete = false
    /// Keys that were typed meanwhile.
    package private(set) var typed: [UInt8]

    /// The query: the color (OSC 11), and the type of the terminal, which every terminal answers, and last.
    package static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

    /// Parses the input so far.
    package init(_ bytes: [UInt8]) {
        typed = bytes
        if let (range, body) = Self.part(
            of: typed,
            from: [0x1B, 0x5D, 0x31, 0x31, 0x3B],
            where: { $0 == 0x07 || $0 == 0x1B }
        ) {
            background = Self.background(of: body)
            // An end of two bytes, “escape and \”, is removed, too.
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

    /// The background in `rgb:RRRR/GGGG/BBBB`, whose parts have one to four digits.
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
        // The perceived brightness of red, green, and blue.
        return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5 ? .light : .dark
    }
}
