// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What text is, from which follows how it looks: a role, and no colour.
///
/// An `Appearance` tells the look of each role, by the colours and the background that a terminal has.
package enum LineStyle: Hashable, Sendable {
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
    /// What may go wrong.
    case warning
    /// What went well.
    case good
    /// What is new or stands out: an unread title, what was searched for.
    case accent
    /// What can be opened.
    case link
    /// A key that can be pressed.
    case key
    /// One of eight looks that tell things apart, such as the names of people; the number is taken modulo eight.
    case category(Int)
}

extension LineStyle {
    /// All roles, with a letter for each by which the picture of a screen names it.
    package static let letters: [(style: LineStyle, letter: Character)] =
        [
            (.plain, "."), (.bar, "B"), (.selected, "S"), (.bold, "b"), (.faint, "f"), (.problem, "!"),
            (.warning, "?"), (.good, "g"), (.accent, "a"), (.link, "l"), (.key, "k"),
        ] + (0..<8).map { (.category($0), Character("\($0)")) }

    /// The letter by which the picture of a screen names the role.
    package var letter: Character {
        if case .category(let number) = self { return Character("\(Self.place(of: number))") }
        return Self.letters.first { $0.style == self }?.letter ?? "."
    }

    /// The place of a category's look among the eight.
    static func place(of category: Int) -> Int { ((category % 8) + 8) % 8 }
}
