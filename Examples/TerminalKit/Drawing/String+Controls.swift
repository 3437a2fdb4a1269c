// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text as a terminal may get it: on one line, and without anything that a terminal would obey.
    ///
    /// Line ends and tabs become spaces; other control characters are left out, and so are those that turn the
    /// direction of text around.
    package var withoutControls: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in unicodeScalars {
            defer { last = scalar }
            switch scalar.value {
            case 0x0A where last == "\r": continue
            case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
