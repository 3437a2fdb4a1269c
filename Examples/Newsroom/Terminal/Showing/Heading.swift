// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// Whose articles are shown, and who reads them.
package struct Heading: Equatable, Sendable {
    package var title = ""
    package var account = ""

    /// Makes a heading of nothing.
    package init() {}

    func line(in size: WindowSize) -> StyledLine {
        let account = " " + account + " "
        let title = (" " + title).fitted(to: max(0, size.columns - account.columns))
        return StyledLine(title + account, .bar)
    }
}
