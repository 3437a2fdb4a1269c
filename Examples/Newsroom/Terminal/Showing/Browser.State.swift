// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

extension Browser {
    /// The selection, the scrolling, the line being typed, and what it was told.
    package struct State: Equatable, Sendable, Codable {
        /// The selected row, counted from zero.
        package private(set) var selection = 0
        /// How many lines of the article are above the window.
        package private(set) var scroll = 0
        /// The line being typed; `nil` if none is.
        package private(set) var prompt: Prompt?
        /// Whether feeds are being loaded.
        package internal(set) var isLoading = false
        /// Whether a user is signed in.
        package internal(set) var isSignedIn = false
        /// The article that is open.
        package private(set) var page: Screen.Page?
        /// What there is to choose from.
        package private(set) var list = Screen.List(.articles)
        private var rowCount = 0
        /// What was selected in the lists that are not shown.
        private var selections: [Screen.List: Int] = [:]
        private var size = WindowSize(columns: 80, rows: 24)

        /// Starts at the top, with nothing to show.
        package init() {}

        mutating func resize(to size: WindowSize) {
            self.size = size
            scroll = min(scroll, lastScroll)
        }

        mutating func follow(_ list: Screen.List, count: Int) {
            if list != self.list {
                // What was found is another list each time, and is not looked for again.
                if self.list.kind != .found { selections[self.list] = selection }
                self.list = list
                selection = selections[list] ?? 0
            }
            rowCount = count
            selection = max(0, min(selection, rowCount - 1))
        }

        mutating func follow(_ page: Screen.Page?, row: Int?) {
            guard page != self.page else { return }
            self.page = page
            scroll = 0
            if let row { selection = max(0, min(row, rowCount - 1)) }
        }
    }
}

extension Browser.State {
    /// Takes a key, and tells the command that it asks for.
    mutating func press(_ key: Key) -> Command? {
        if key == .interrupt { return .quit }
        if prompt != nil { return type(key) }
        return bindings.command(for: key).flatMap { perform($0) }
    }

    /// Selects the row that was clicked, or opens it if it was selected already.
    mutating func click(_ row: Int) -> Command? {
        guard page == nil, prompt == nil else { return nil }
        let row = Articles.first(selection: selection, in: windowHeight) + row
        guard row < rowCount else { return nil }
        defer { selection = row }
        return row == selection ? .open(row + 1) : nil
    }

    private mutating func perform(_ intent: Browser.Intent) -> Command? {
        let number = rowCount == 0 ? nil : selection + 1
        switch intent {
        case .perform(let command): return command
        case .open: return number.map { .open($0) } ?? .load
        case .mark: return number.map { .mark($0) }
        case .follow: return number.map { .follow($0) }
        case .prompt(let purpose): prompt = Prompt(purpose)
        case .remove: prompt = number.map { Prompt(.removal($0)) }
        case .sign:
            if isSignedIn { return .logout }
            prompt = Prompt(.name)
        case .move(let lines): move(by: lines)
        case .page(let pages): move(by: pages * (page == nil ? 10 : windowHeight))
        case .first: move(to: 0)
        case .last: move(to: .max)
        }
        return nil
    }

    private mutating func move(by lines: Int) { move(to: (page == nil ? selection : scroll) + lines) }

    private mutating func move(to line: Int) {
        if page == nil {
            selection = max(0, min(line, rowCount - 1))
        } else {
            scroll = max(0, min(line, lastScroll))
        }
    }

    /// How many lines of a window are left for the list or the article.
    private var windowHeight: Int { max(1, size.rows - 3 - HintLines.lines(hints, in: size).count) }

    /// How far the article can be scrolled.
    private var lastScroll: Int {
        let lines = page?.lines(in: size.columns).count ?? 0
        return max(0, lines - windowHeight)
    }

    private mutating func type(_ key: Key) -> Command? {
        guard var prompt else { return nil }
        if case .removal = prompt.purpose, case .character = key {
            // One letter is the whole answer.
            prompt.field.press(key)
            return end(prompt)
        }
        switch key {
        case .escape: self.prompt = nil
        case .enter: return end(prompt)
        default:
            prompt.field.press(key)
            prompt.problem = nil
            self.prompt = prompt
        }
        return nil
    }

    private mutating func end(_ typed: Prompt) -> Command? {
        do throws(CommandError) {
            prompt = nil
            let command = try typed.command()
            // What these would print can be seen, or asked for by “?”.
            return command == .help || command == .list ? nil : command
        } catch {
            prompt = typed
            prompt?.problem = error.message
            return nil
        }
    }
}
