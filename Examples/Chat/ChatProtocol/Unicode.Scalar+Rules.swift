// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether the scalar shows something, or is a plain space: nothing that moves a cursor or hides text.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }

    /// Whether the scalar turns the direction of the text behind it around, so that it reads as something else.
    var turnsText: Bool {
        switch value {
        case 0x202A...0x202E: true  // Embeddings and overrides.
        case 0x2066...0x2069: true  // Isolates.
        case 0x206A...0x206F: true  // What Unicode advises against: they shape and mirror what follows.
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
    /// Whether no letter bears more marks than that, which would be drawn over the lines around it.
    func hasMarks(upTo limit: Int) -> Bool {
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isMark ? count + 1 : 0
            if count > limit { return false }
        }
        return true
    }
}
