// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

extension Browser {
    /// The selection, the scrolling, the name being typed, and what it was told.
    package struct State: Equatable, Sendable, Codable {
        /// The selected row, counted from zero.
        package private(set) var selection = 0
        /// How many lines of the article are above the window.
        package private(set) var scroll = 0
        /// The name being typed to sign in; `nil` if none is.
        package private(set) var name: TextField?

        /// Whether a user is signed in.
        package internal(set) var isSignedIn = false
        /// The article that is open.
        package private(set) var page: Screen.Page?
        private var rowCount = 0
        private var size = WindowSize(columns: 80, rows: 24)

        /// Starts at the top, with nothing to show.
        package init() {}

        mutating func resize(to size: WindowSize) {
            self.size = size
            scroll = min(scroll, lastScroll)
        }

        mutating func follow(rowCount: Int) {
            self.rowCount = rowCount
            selection = max(0, min(selection, rowCount - 1))
        }

        mutating func follow(_ page: Screen.Page?) {
            guard page != self.page else { return }
            self.page = page
            scroll = 0
        }
    }
}

extension Browser.State {
    /// Takes a key, and tells the command that it asks for.
    mutating func press(_ key: Key) -> Command? {
        if key == .interrupt { return .quit }
        if name != nil { return type(key) }
        switch key {
        case .character("q"): return .quit
        case .character("l"), .character("r"): return .load
        case .character("s"):
            if isSignedIn { return .logout }
            name = TextField()
            return nil
        default:
            return page == nil ? select(key) : read(key)
        }
    }

    private mutating func select(_ key: Key) -> Command? {
        let last = max(0, rowCount - 1)
        switch key {
        case .up, .character("k"): selection = max(0, selection - 1)
        case .down, .character("j"): selection = min(last, selection + 1)
        case .pageUp: selection = max(0, selection - 10)
        case .pageDown, .character(" "): selection = min(last, selection + 10)
        case .home, .character("g"): selection = 0
        case .end, .character("G"): selection = last
        case .enter, .character("o"): return rowCount == 0 ? .load : .open(selection + 1)
        default: break
        }
        return nil
    }

    private mutating func read(_ key: Key) -> Command? {
        let window = Display.windowHeight(in: size)
        switch key {
        case .up, .character("k"): scroll = max(0, scroll - 1)
        case .down, .character("j"): scroll = min(lastScroll, scroll + 1)
        case .pageUp: scroll = max(0, scroll - window)
        case .pageDown, .character(" "): scroll = min(lastScroll, scroll + window)
        case .home, .character("g"): scroll = 0
        case .end, .character("G"): scroll = lastScroll
        case .escape, .backspace, .character("b"): return .back
        default: break
        }
        return nil
    }

    /// How far the article can be scrolled.
    private var lastScroll: Int {
        let lines = page?.lines(in: size.columns).count ?? 0
        return max(0, lines - Display.windowHeight(in: size))
    }

    private mutating func type(_ key: Key) -> Command? {
        switch key {
        case .escape: name = nil
        case .enter:
            defer { name = nil }
            return name.map { .login($0.text) }
        default: name?.press(key)
        }
        return nil
    }
}
