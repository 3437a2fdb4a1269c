// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text without control characters, which a terminal would obey, and not longer than a line can bear.
    package var printable: String {
        let visible = unicodeScalars.filter {
            let category = $0.properties.generalCategory
            return category != .control && category != .format
        }
        let text = String(String.UnicodeScalarView(visible))
        return text.count > 200 ? text.prefix(199) + "…" : text
    }

    /// The text, filled up with spaces.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

    /// The text, with spaces before it.
    func indented(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
