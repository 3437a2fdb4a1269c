// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// The state of the terminal alone: the text being typed, the selected row, and the visible rows.
package struct Browsing: Equatable, Sendable {
    /// The search field.
    package private(set) var field = TextField(limit: 40)
    /// The selected row, counted from zero.
    package private(set) var selection = 0
    /// The first row in view.
    private var first = 0
    private var height = 0

    package init() {}

    /// The range of visible rows, which may extend beyond the last row.
    package var window: Range<Int> { first..<first + height }

    /// Sets the number of visible rows.
    package mutating func resize(to height: Int) {
        self.height = max(1, height)
        follow()
    }

    /// Handles a key that moves the selection.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - count: The number of rows.
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

    /// Handles a key that types.
    ///
    /// - Parameter key: The key.
    /// - Returns: The new text, or `nil` if it is unchanged.
    package mutating func type(_ key: Key) -> String? {
        let old = field.text
        if key == .escape { field = TextField(limit: 40) } else { field.press(key) }
        guard field.text != old else { return nil }
        (selection, first) = (0, 0)
        return field.text
    }

    /// Keeps the selection visible.
    private mutating func follow() { first = min(max(first, selection - height + 1), selection) }
}
