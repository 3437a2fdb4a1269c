// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a user asks of the screen, where the terminal does not tell it, or tells it wrongly.
package struct TerminalOptions: Equatable, Sendable {
    /// How many colours there are.
    package var colors: Appearance.Colors?
    /// What is behind the text.
    package var background: Appearance.Background?
    /// Whether only ASCII can be shown.
    package var isASCII: Bool?
    /// Whether the mouse selects and scrolls.
    ///
    /// While it does, terminals select text with shift held.
    package var hasMouse = true
    /// How the user is called when something happens while they look elsewhere.
    package var attention = Attention.none

    package init() {}
}
