// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// Everything that is shown, as components below each other.
@MainActor
package struct Display {
    /// Whose articles these are, and who reads them.
    package let heading = TerminalComponent(height: .rows(1), props: Heading()) { [$0.line(in: $1)] }
    /// What News says to the reader.
    package let greeting = TerminalComponent<String>(height: .rows(1)) { text, _ in [StyledLine(text, .faint)]
    }
    /// The list, or the article that is open.
    package let articles = TerminalComponent(props: Articles()) { $0.lines(in: $1) }
    /// What happened last, or the name being typed.
    package let foot = TerminalComponent(height: .rows(1), props: Foot()) { [$0.line(in: $1)] }
    /// The keys there are.
    package let hints = TerminalComponent<[KeyHint]>(height: .fitting) { HintLines.lines($0, in: $1) }

    /// Makes the components, which show nothing yet.
    package init() {}

    /// The components from top to bottom.
    package var components: [any TerminalRegion] { [heading, greeting, articles, foot, hints] }
}
