// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TerminalKit

extension StringProtocol {
    /// The text as a line of a transcript: without control characters, and cut to a limit.
    var printable: String {
        let text = withoutControls
        return text.count > 200 ? text.prefix(199) + "…" : text
    }

    /// The text, padded with spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// The text, padded with spaces on the left.
    func indented(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - columns)) + self
    }
}
