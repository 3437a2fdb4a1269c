// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Hints in as many lines as they need, so that none is lost if possible.
package enum HintLines {
    /// The hints, with line breaks between them.
    ///
    /// - Parameters:
    ///   - hints: The hints from left to right; hidden ones are omitted.
    ///   - size: The size of the window, of which they take at most a third. If that is not enough, the last
    ///     hints that need not be kept are omitted.
    /// - Returns: At least one line.
    package static func lines(_ hints: [KeyHint], in size: WindowSize) -> [StyledLine] {
        var shown = hints.filter(\.isShown)
        let limit = max(1, size.rows / 3)
        var lines = broken(shown, at: size.columns)
        while lines.count > limit, let last = shown.lastIndex(where: { !$0.isKept }) {
            shown.remove(at: last)
            lines = broken(shown, at: size.columns)
        }
        return lines.isEmpty ? [StyledLine("")] : Array(lines.suffix(limit))
    }

    private static func broken(_ hints: [KeyHint], at columns: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        var used = 0
        for hint in hints {
            let piece = StyledLine(hint.keys, .key) + StyledLine(" " + hint.label, .faint)
            let size = piece.text.columns
            if let last = lines.last, used + 3 + size <= columns {
                lines[lines.count - 1] = last + StyledLine(" · ", .faint) + piece
                used += 3 + size
            } else {
                lines.append(piece)
                used = size
            }
        }
        return lines
    }
}
