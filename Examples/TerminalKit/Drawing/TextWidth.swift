// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The width of text in a terminal.
enum TextWidth {
    /// The columns that a character fills: two for East Asian letters and for emoji.
    static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x00...0x08, 0x0A...0x1F, 0x7F...0x9F: return 0
        case 0x0300...0x036F, 0x200B...0x200F, 0xFEFF: return 0
        // A mark without a letter is drawn over the previous cell.
        case 0x0483...0x20FF where first.isCombining: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isCombining: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }
}

extension StringProtocol {
    /// The columns that the text fills.
    package var columns: Int { reduce(0) { $0 + TextWidth.columns(of: $1) } }

    /// The text in exactly this number of columns: cut with an ellipsis, or padded with spaces.
    package func fitted(to width: Int) -> String {
        guard width > 0 else { return "" }
        let columns = columns
        if columns <= width { return self + String(repeating: " ", count: width - columns) }
        let cut = cutShort(to: width)
        return cut + String(repeating: " ", count: width - cut.columns)
    }

    /// The longest prefix that fits into the columns with an ellipsis; at least one column.
    func cutShort(to width: Int) -> String {
        var result = ""
        var used = 0
        for character in self {
            let size = TextWidth.columns(of: character)
            if used + size > width - 1 { break }
            result.append(character)
            used += size
        }
        return result + "…"
    }

    /// The text in lines of at most this number of columns, broken between words if possible.
    package func wrapped(to width: Int) -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.columns <= width ? [String(line)] : Self.wrap(line, to: Swift.max(2, width))
        }
    }

    private static func wrap(_ line: SubSequence.SubSequence, to width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in line.split(separator: " ") {
            let size = word.columns
            if used > 0, used + 1 + size <= width {
                current += " " + word
                used += 1 + size
                continue
            }
            if used > 0 { lines.append(current) }
            var rest = String(word)[...]
            used = size
            while used > width {
                let (head, columns) = rest.head(columns: width)
                lines.append(String(head))
                rest = rest[head.endIndex...]
                used -= columns
            }
            current = String(rest)
        }
        return used > 0 ? lines + [current] : lines
    }

    /// The longest prefix that fits, at least one character, with its columns.
    private func head(columns width: Int) -> (head: SubSequence, columns: Int) {
        var used = 0
        var end = startIndex
        for index in indices {
            let size = TextWidth.columns(of: self[index])
            if used + size > width, index != startIndex { break }
            used += size
            end = self.index(after: index)
        }
        return (self[..<end], used)
    }
}
