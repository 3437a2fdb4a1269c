// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

extension Browser {
    /// The selection, the scroll position, the line being typed, and the content from outside.
    package struct State: Equatable, Sendable, Codable {
        /// The selected row, counted from zero.
        package private(set) var selection = 0
        /// The number of lines of the article above the window.
        package private(set) var scroll = 0
        /// The line being typed; `nil` if none is.
        package private(set) var prompt: Prompt?
        /// Whether feeds are being loaded.
        package internal(set) var isLoading = false
        /// Whether a user is signed in.
        package internal(set) var isSignedIn = false
        /// The open article.
        package private(set) var page: Screen.Page?
        /// The current list.
        package private(set) var list = Screen.List(.articles)
        private var rowCount = 0
        /// The selections of the lists that are not shown.
        private var selections: [Screen.List: Int] = [:]
        private var size = WindowSize(columns: 80, rows: 24)

        /// Makes a state that shows nothing.
        package init() {}

        mutating func resize(to size: WindowSize) {
            self.size = size
            scroll = min(scroll, lastScroll)
        }

        mutating func follow(_ list: Screen.List, count: Int) {
            if list != self.list {
                // The results of a search are a new list each time, so their selection is not remembered.
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
    /// Handles a key, and returns the command that it requests.
    mutating func press(_ key: Key) -> Command? {
        if key == .interrupt { return .quit }
        if prompt != nil { return type(key) }
        return bindings.command(for: key).flatMap { perform($0) }
    }

    /// Selects the clicked row, or opens it if it was already selected.
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

    /// The number of lines of a window that are left for the list or the article.
    private var windowHeight: Int { max(1, size.rows - 3 - HintLines.lines(hints, in: size).count) }

    /// The last scroll position of the article.
    private var lastScroll: Int {
        let lines = page?.lines(in: size.columns).count ?? 0
        return max(0, lines - windowHeight)
    }

    private mutating func type(_ key: Key) -> Command? {
        guard var prompt else { return nil }
        if case .removal = prompt.purpose, case .character = key {
            // The answer is a single letter.
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
            // Their output is already visible, or available with “?”.
            return command == .help || command == .list ? nil : command
        } catch {
            prompt = typed
            prompt?.problem = error.message
            return nil
        }
    }
}
