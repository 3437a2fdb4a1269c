// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cursor of a list: the selected row, the visible rows, and the search.
///
/// ```swift
/// var cursor = ListCursor()
/// if !cursor.press(key, rows: titles, height: 20) { … }    // arrows, page keys, j and k, /, n and N
/// ```
package struct ListCursor: Equatable, Sendable, Codable {
    /// The selected row, counted from zero.
    package private(set) var selection = 0
    /// The first visible row.
    package private(set) var first = 0
    /// The text after `/`, while it is being typed.
    package private(set) var typing: TextField?
    /// The last search; empty if there was none.
    package private(set) var pattern = ""
    /// The selection before `/`.
    private var origin = 0

    package init() {}

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - rows: The texts of the rows, to search in.
    ///   - height: The number of visible rows.
    ///   - letters: Whether letters move, too: `j`, `k`, `g`, `G`, `/`, `n`, and `N`.
    /// - Returns: Whether the list used the key.
    package mutating func press(_ key: Key, rows: [String], height: Int, letters: Bool = true) -> Bool {
        defer { follow(count: rows.count, height: height) }
        if typing != nil { return type(key, rows) }
        switch key {
        case .up: selection -= 1
        case .down: selection += 1
        case .pageUp: selection -= max(1, height)
        case .pageDown: selection += max(1, height)
        case .home: selection = 0
        case .end: selection = rows.count - 1
        case .character(let letter) where letters: return press(letter, rows)
        default: return false
        }
        return true
    }

    /// Selects a row, for example after a click.
    package mutating func select(_ row: Int, count: Int, height: Int) {
        selection = row
        follow(count: count, height: height)
    }

    /// Keeps the selection among the rows, and visible.
    package mutating func follow(count: Int, height: Int) {
        selection = max(0, min(selection, count - 1))
        first = max(0, min(max(first, selection - max(1, height) + 1), selection))
    }

    /// The line at the bottom during a search; `nil` otherwise.
    package func searchLine(rows: [String], in columns: Int) -> StyledLine? {
        guard let typing else { return nil }
        let found = rows.count { Self.matches($0, typing.text) }
        let count = typing.isEmpty ? "" : found == 0 ? "  none" : "  \(found) of \(rows.count)"
        let room = max(1, columns - 1 - count.columns)
        return StyledLine("/", .key) + typing.line(in: room, .bold)
            + StyledLine(count, found == 0 ? .problem : .faint)
    }

    /// The keys of a list, for the help.
    package static let hints = [
        KeyHint("↑ ↓  j k", "select", help: "select the row above or below"),
        KeyHint("pgup pgdn", "page", help: "go a page up or down", isShown: false),
        KeyHint("home end  g G", "ends", help: "go to the first or to the last row", isShown: false),
        KeyHint("/", "search", help: "search in the list; enter keeps the place, esc goes back"),
        KeyHint(
            "n N",
            "next",
            help: "go to the next or to the previous row that was searched for",
            isShown: false
        ),
    ]

    /// Whether a row contains a text; case and accents are ignored.
    package static func matches(_ row: String, _ pattern: String) -> Bool {
        !pattern.isEmpty && row.range(of: pattern, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    private mutating func press(_ letter: Character, _ rows: [String]) -> Bool {
        switch letter {
        case "k": selection -= 1
        case "j": selection += 1
        case "g": selection = 0
        case "G": selection = rows.count - 1
        case "/": (typing, origin) = (TextField(limit: 100), selection)
        case "n" where !pattern.isEmpty: jump(in: rows, from: selection + 1, by: 1)
        case "N" where !pattern.isEmpty: jump(in: rows, from: selection - 1, by: -1)
        default: return false
        }
        return true
    }

    private mutating func type(_ key: Key, _ rows: [String]) -> Bool {
        switch key {
        case .escape: (typing, selection) = (nil, origin)
        case .enter: typing = nil
        default:
            guard typing?.press(key) == true, let text = typing?.text else { return false }
            (pattern, selection) = (text, origin)
            jump(in: rows, from: origin, by: 1)
        }
        return true
    }

    /// Selects the next matching row, wrapping around at the end.
    private mutating func jump(in rows: [String], from start: Int, by step: Int) {
        guard !rows.isEmpty else { return }
        for distance in rows.indices {
            let row = ((start + step * distance) % rows.count + rows.count) % rows.count
            guard Self.matches(rows[row], pattern) else { continue }
            selection = row
            return
        }
    }
}
