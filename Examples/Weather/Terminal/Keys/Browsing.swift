// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// What only the terminal knows: what is being typed, which row is selected, and which ones are in view.
package struct Browsing: Equatable, Sendable {
    /// The search field.
    package private(set) var field = TextField(limit: 40)
    /// The selected row, counted from zero.
    package private(set) var selection = 0
    /// The first row in view.
    private var first = 0
    private var height = 0

    package init() {}

    /// The places of the rows in view, also beyond the last row.
    package var window: Range<Int> { first..<first + height }

    /// Makes room for so many rows.
    package mutating func resize(to height: Int) {
        self.height = max(1, height)
        follow()
    }

    /// Takes a key that moves the selection.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - count: How many rows there are.
    /// - Returns: Whether the key moves it.
    package mutating func move(_ key: Key, among count: Int) -> Bool {
        switch key {
        case .up: selection -= 1
        case .down: selection += 1
        case .pageUp: selection -= height
        case .pageDown: selection += height
        default: return false
        }
        selection = max(0, min(selection, count - 1))
        follow()
        return true
    }

    /// Selects a row.
    package mutating func select(_ row: Int) {
        selection = row
        follow()
    }

    /// Takes a key that types.
    ///
    /// - Parameter key: The key.
    /// - Returns: The new text, or `nil` when it is the same.
    package mutating func type(_ key: Key) -> String? {
        let old = field.text
        if key == .escape { field = TextField(limit: 40) } else { field.press(key) }
        guard field.text != old else { return nil }
        (selection, first) = (0, 0)
        return field.text
    }

    /// Keeps the selection in view.
    private mutating func follow() { first = min(max(first, selection - height + 1), selection) }
}
