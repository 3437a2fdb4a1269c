// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How text is to look.
package enum LineStyle: Sendable {
    /// As the terminal shows text by itself.
    case plain
    /// Reversed; a line that ends with it is filled up to the edge of the window.
    case bar
    /// What keys act on.
    case selected
    case bold
    case faint
    /// What went wrong.
    case problem
    /// What went well.
    case good
}

extension LineStyle {
    /// The escape sequence that starts the style; empty for plain text.
    var start: String {
        switch self {
        case .plain: ""
        case .bar: "\u{1B}[7m"
        case .selected, .bold: "\u{1B}[1m"
        case .faint: "\u{1B}[2m"
        case .problem: "\u{1B}[31m"
        case .good: "\u{1B}[32m"
        }
    }
}
