// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// What only the terminal knows: where the selection is, how far an article is scrolled, what is being typed.
package struct Browser: Equatable, Sendable {
    /// The selected row, counted from zero.
    package private(set) var selection = 0
    /// How many lines of the article are above the window.
    package private(set) var scroll = 0
    /// The name being typed to sign in, `nil` when nobody types.
    package private(set) var name: String?

    /// Starts at the top.
    package init() {}

    /// Takes a key, and tells the command it means.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - screen: What there is to see.
    ///   - pageLength: How many lines the window shows, and how many the article has.
    /// - Returns: The command, or `nil` when the key means something to the terminal only, or nothing.
    package mutating func press(
        _ key: Key,
        on screen: Screen,
        pageLength: (window: Int, article: Int)
    ) -> Command? {
        if key == .interrupt { return .quit }
        if let name { return type(key, after: name) }
        switch key {
        case .character("q"): return .quit
        case .character("l"), .character("r"): return .load
        case .character("s"):
            if screen.isSignedIn { return .logout }
            name = ""
            return nil
        default:
            return screen.page == nil
                ? select(key, on: screen)
                : read(key, lastLine: max(0, pageLength.article - pageLength.window), pageLength.window)
        }
    }

    /// Follows what there is to see, for instance when the list got shorter.
    package mutating func follow(_ screen: Screen, from old: Screen) {
        selection = max(0, min(selection, screen.rows.count - 1))
        if screen.page != old.page { scroll = 0 }
    }

    private mutating func select(_ key: Key, on screen: Screen) -> Command? {
        let last = max(0, screen.rows.count - 1)
        switch key {
        case .up, .character("k"): selection = max(0, selection - 1)
        case .down, .character("j"): selection = min(last, selection + 1)
        case .pageUp: selection = max(0, selection - 10)
        case .pageDown, .character(" "): selection = min(last, selection + 10)
        case .home, .character("g"): selection = 0
        case .end, .character("G"): selection = last
        case .enter, .character("o"): return screen.rows.isEmpty ? .load : .open(selection + 1)
        default: break
        }
        return nil
    }

    private mutating func read(_ key: Key, lastLine: Int, _ window: Int) -> Command? {
        switch key {
        case .up, .character("k"): scroll = max(0, scroll - 1)
        case .down, .character("j"): scroll = min(lastLine, scroll + 1)
        case .pageUp: scroll = max(0, scroll - window)
        case .pageDown, .character(" "): scroll = min(lastLine, scroll + window)
        case .home, .character("g"): scroll = 0
        case .end, .character("G"): scroll = lastLine
        case .escape, .backspace, .character("b"): return .back
        default: break
        }
        return nil
    }

    private mutating func type(_ key: Key, after name: String) -> Command? {
        switch key {
        case .character(let character): self.name = name + String(character)
        case .backspace: self.name = String(name.dropLast())
        case .escape: self.name = nil
        case .enter:
            self.name = nil
            return .login(name)
        default: break
        }
        return nil
    }
}
