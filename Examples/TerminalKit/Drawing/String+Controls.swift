// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text in a form that is safe for a terminal: on one line, and without control characters.
    ///
    /// Line ends and tabs become spaces. Other control characters are removed, and so are those that reverse
    /// the direction of text, and marks of a letter with more than eight.
    package var withoutControls: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        var markCount = 0
        for scalar in unicodeScalars {
            defer { last = scalar }
            markCount = scalar.isMark ? markCount + 1 : 0
            switch scalar.value {
            case _ where markCount > Unicode.Scalar.markLimit: continue
            case 0x0A where last == "\r": continue
            case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// The number of marks that a letter may have; no script needs more, and they would be drawn over other
    /// lines.
    fileprivate static let markLimit = 8

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
