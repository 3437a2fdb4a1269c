// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The user's options for the screen, if the terminal does not report them, or reports them wrongly.
package struct TerminalOptions: Equatable, Sendable {
    /// The number of colors.
    package var colors: Appearance.Colors?
    /// The background of the text.
    package var background: Appearance.Background?
    /// Whether to show only ASCII.
    package var isASCII: Bool?
    /// Whether the mouse selects and scrolls.
    ///
    /// If it does, terminals select text with the shift key.
    package var hasMouse = true
    /// The notification when something happens while the user looks elsewhere.
    package var attention = Attention.none

    package init() {}
}
