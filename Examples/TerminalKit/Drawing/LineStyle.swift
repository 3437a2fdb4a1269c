// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The role of a text, from which its look follows.
///
/// An `Appearance` determines the look of each role for the colors and the background of a terminal.
package enum LineStyle: Hashable, Sendable {
    /// The terminal's default.
    case plain
    /// Reversed; a bar at the end of a line is extended to the edge of the window.
    case bar
    /// The selection.
    case selected
    case bold
    case faint
    /// An error.
    case problem
    /// A warning.
    case warning
    /// A success.
    case good
    /// New or highlighted text: an unread title, the results of a search.
    case accent
    /// A link.
    case link
    /// A key that can be pressed.
    case key
    /// One of eight looks that distinguish things, such as the names of people; the number is taken modulo
    /// eight.
    case category(Int)
}

extension LineStyle {
    /// All roles, each with its letter in the picture of a screen.
    package static let letters: [(style: LineStyle, letter: Character)] =
        [
            (.plain, "."), (.bar, "B"), (.selected, "S"), (.bold, "b"), (.faint, "f"), (.problem, "!"),
            (.warning, "?"), (.good, "g"), (.accent, "a"), (.link, "l"), (.key, "k"),
        ] + (0..<8).map { (.category($0), Character("\($0)")) }

    /// The letter of the role in the picture of a screen.
    package var letter: Character {
        if case .category(let number) = self { return Character("\(Self.place(of: number))") }
        return Self.letters.first { $0.style == self }?.letter ?? "."
    }

    /// The index of a category's look among the eight.
    static func place(of category: Int) -> Int { ((category % 8) + 8) % 8 }
}
