// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TerminalKit

extension StringProtocol {
    /// The text as a line of a transcript can show it: nothing that a terminal would obey, and not too long.
    var printable: String {
        let text = withoutControls
        return text.count > 200 ? text.prefix(199) + "…" : text
    }

    /// The text, filled up with spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// The text, with spaces before it.
    func indented(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - columns)) + self
    }
}
