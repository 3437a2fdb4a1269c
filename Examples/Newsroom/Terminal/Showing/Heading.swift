// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The title of the list, and the reader.
package struct Heading: Equatable, Sendable {
    package var title = ""
    package var account = ""

    /// Makes an empty heading.
    package init() {}

    func line(in size: WindowSize) -> StyledLine {
        let account = " " + account + " "
        let title = (" " + title).fitted(to: max(0, size.columns - account.columns))
        return StyledLine(title + account, .bar)
    }
}
