// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether the scalar is visible or a plain space, so that it moves no cursor and hides no text.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }

    /// Whether the scalar reverses the direction of the text after it, so that the text reads differently.
    var turnsText: Bool {
        switch value {
        case 0x202A...0x202E: true  // Embeddings and overrides.
        case 0x2066...0x2069: true  // Isolates.
        case 0x206A...0x206F: true  // Discouraged by Unicode: they shape and mirror the text after them.
        default: false
        }
    }

    /// Whether the scalar is drawn on the letter before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension String {
    /// Whether no letter has more marks than this; more would be drawn over other lines.
    func hasMarks(upTo limit: Int) -> Bool {
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            if count > limit { return false }
        }
        return true
    }
}
