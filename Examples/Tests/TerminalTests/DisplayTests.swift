// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@testable import Terminal

@MainActor
@Suite("The display", .timeLimit(.minutes(30)))
struct DisplayTests {
    private let display = Display()

    @Test("has a heading with the title and the account, as wide as the window")
    func heading() {
        var heading = Heading()
        (heading.title, heading.account) = ("The Confluence", "Ada")
        #expect(lines(of: display.heading, heading) == [StyledLine(" The Confluence           Ada ", .bar)])
        #expect(lines(of: display.heading, heading, columns: 12) == [StyledLine(" The C… Ada ", .bar)])
    }

    @Test("shows the list around its selection")
    func list() {
        var articles = Articles()
        #expect(lines(of: display.articles, articles)[0] == StyledLine("Nothing is loaded yet; press"))
        articles.rows = (1...9).map { .init(title: "Number \($0)", isRead: $0 == 4) }
        articles.selection = 4
        #expect(
            lines(of: display.articles, articles, rows: 3) == [
                StyledLine("    3. Number 3", .accent), StyledLine("  ✓ 4. Number 4", .faint),
                StyledLine(">   5. Number 5", .selected),
            ]
        )
    }

    @Test("shows an article from its scroll position, wrapped between words by the width of its letters")
    func article() {
        var articles = Articles()
        articles.page = .init(
            title: "Title",
            details: ["today"],
            body: "Some words that need two lines\n\n漢字漢字"
        )
        #expect(
            lines(of: display.articles, articles, columns: 20) == [
                StyledLine("Title", .bold), StyledLine("today", .faint), StyledLine(""),
                StyledLine("Some words that need"), StyledLine("two lines"), StyledLine(""),
                StyledLine("漢字漢字"),
            ]
        )
        articles.scroll = 5
        #expect(lines(of: display.articles, articles, columns: 20) == [StyledLine(""), StyledLine("漢字漢字")])
    }

    @Test("shows the last event, or the name being typed")
    func foot() {
        var foot = Foot()
        #expect(lines(of: display.foot, foot) == [StyledLine("")])
        foot.notice = .init("No.", isProblem: true)
        #expect(lines(of: display.foot, foot) == [StyledLine("No.", .problem)])
        foot.progress = .init(done: 5, total: 20)
        #expect(lines(of: display.foot, foot, columns: 32)[0].text == "█░░░  25 % No.")
        foot.prompt = Prompt(.name)
        foot.prompt?.field = TextField("Ada")
        #expect(lines(of: display.foot, foot) == [StyledLine("Your name: Ada_", .bold)])
        foot.prompt?.problem = "No."
        #expect(lines(of: display.foot, foot)[0].text == "Your name: Ada_  No.")
    }

    @Test("explains how to fill an empty list, also if there is little room")
    func emptiness() {
        var articles = Articles()
        articles.list = Screen.List(.feeds)
        #expect(lines(of: display.articles, articles).map(\.text) == ["There is no feed; press a."])
        #expect(
            lines(of: display.articles, articles, columns: 20).map(\.text) == [
                "There is no feed;", "press a.",
            ]
        )
        articles.list = Screen.List(.found, id: "x")
        #expect(lines(of: display.articles, articles).map(\.text) == ["Nothing was found."])
    }

    @Test("shows the keys, wrapped if there is little room")
    func hints() {
        var state = Browser.State()
        state.follow(Screen.List(.feeds), count: 2)
        let wide = lines(of: display.hints, state.hints, columns: 120).map(\.text)
        #expect(wide[0].hasPrefix("q quit · ? help · ↓ j move · enter o open"))
        let narrow = lines(of: display.hints, state.hints, columns: 20, rows: 9).map(\.text)
        #expect(narrow.count == 3)
        #expect(narrow[0] == "q quit · ? help")
        #expect(narrow.allSatisfy { $0.count <= 20 })
    }

    private func lines<Props>(
        of component: TerminalComponent<Props>,
        _ props: Props,
        columns: Int = 30,
        rows: Int = 20
    ) -> [StyledLine] {
        component.render(props)
        return component.lines(in: WindowSize(columns: columns, rows: rows))
    }
}
