// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// Everything on the screen, as components below each other.
@MainActor
package struct Display {
    /// The title of the list, and the reader.
    package let heading = TerminalComponent(height: .rows(1), props: Heading()) { [$0.line(in: $1)] }
    /// The greeting for the reader.
    package let greeting = TerminalComponent<String>(height: .rows(1)) { text, _ in [StyledLine(text, .faint)]
    }
    /// The list, or the open article.
    package let articles = TerminalComponent(props: Articles()) { $0.lines(in: $1) }
    /// The last event, or the line being typed.
    package let foot = TerminalComponent(height: .rows(1), props: Foot()) { [$0.line(in: $1)] }
    /// The keys.
    package let hints = TerminalComponent<[KeyHint]>(height: .fitting) { HintLines.lines($0, in: $1) }

    /// Makes empty components.
    package init() {}

    /// The components from top to bottom.
    package var components: [any TerminalRegion] { [heading, greeting, articles, foot, hints] }
}
