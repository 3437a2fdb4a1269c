// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing

@Suite("A frame")
struct FrameTests {
    private let size = WindowSize(columns: 30, rows: 8)

    @Test("shows the list with its selection, and what happened last")
    func list() {
        var screen = Screen(title: "The Confluence", account: "Ada", isSignedIn: true)
        screen.rows = [.init(title: "One"), .init(title: "Two", isRead: true)]
        screen.notice = .init("No.", isProblem: true)
        let frame = Frame(screen, browser: Browser(), size: size)
        #expect(
            frame.lines.map(\.text) == [
                " The Confluence           Ada ",
                "", ">   1. One", "  ✓ 2. Two", "", "", "No.",
                "j/k move · enter open · l load · s sign out · q quit",
            ]
        )
        #expect(frame.lines[2] == StyledLine(">   1. One", .selected))
        #expect(frame.lines[6] == StyledLine("No.", .problem))
    }

    @Test("wraps an article between words, by the width of its letters")
    func article() {
        var screen = Screen(title: "x", account: "y")
        screen.page = .init(
            title: "Title",
            details: ["today"],
            body: "Some words that need two lines\n\n漢字漢字"
        )
        let frame = Frame(screen, browser: Browser(), size: WindowSize(columns: 20, rows: 12))
        #expect(
            frame.lines[2...8].map { $0.text } == [
                "Title", "today", "", "Some words that need", "two lines", "", "漢字漢字",
            ]
        )
        #expect(frame.lines[8].text == "漢字漢字")
        #expect(Frame.length(of: screen.page, in: size) == 6)
    }

    @Test("fits every window, however small", arguments: [(1, 1), (2, 3), (5, 4), (200, 60)])
    func anySize(columns: Int, rows: Int) {
        var screen = Screen(title: "Title", account: "Account")
        screen.rows = (1...100).map { .init(title: "Article \($0)") }
        screen.page = .init(title: "漢字", body: String(repeating: "long 漢字 ", count: 100))
        let size = WindowSize(columns: columns, rows: rows)
        #expect(Frame(screen, browser: Browser(), size: size).lines.count == rows)
        screen.page = nil
        let lines = Frame(screen, browser: Browser(), size: size).lines
        #expect(lines.count == rows)
    }
}
