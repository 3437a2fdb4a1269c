// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing

@MainActor
@Suite("What is displayed", .timeLimit(.minutes(30)))
struct DisplayTests {
    private let display = Display()

    @Test("is a heading of the title and the account, as wide as the window")
    func heading() {
        var heading = Heading()
        (heading.title, heading.account) = ("The Confluence", "Ada")
        #expect(lines(of: display.heading, heading) == [StyledLine(" The Confluence           Ada ", .bar)])
        #expect(lines(of: display.heading, heading, columns: 12) == [StyledLine(" The C… Ada ", .bar)])
    }

    @Test("is the list around its selection")
    func list() {
        var articles = Articles()
        #expect(lines(of: display.articles, articles) == [StyledLine("Nothing is loaded yet; press l.")])
        articles.rows = (1...9).map { .init(title: "Number \($0)", isRead: $0 == 4) }
        articles.selection = 4
        #expect(
            lines(of: display.articles, articles, rows: 3) == [
                StyledLine("    3. Number 3"), StyledLine("  ✓ 4. Number 4"),
                StyledLine(">   5. Number 5", .selected),
            ]
        )
    }

    @Test("is an article from where it is scrolled to, wrapped between words by the width of its letters")
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

    @Test("is what happened last, or the name being typed")
    func foot() {
        var foot = Foot()
        #expect(lines(of: display.foot, foot) == [StyledLine("")])
        foot.notice = .init("No.", isProblem: true)
        #expect(lines(of: display.foot, foot) == [StyledLine("No.", .problem)])
        foot.name = TextField("Ada")
        #expect(lines(of: display.foot, foot) == [StyledLine("Your name: Ada_", .bold)])
    }

    @Test(
        "names the keys that there are",
        arguments: [
            (.typing, "enter sign in"), (.reading(isSignedIn: true), "b back · s sign out"),
            (.choosing(isSignedIn: false), "l load · s sign in"),
        ] as [(Hints, String)]
    )
    func hints(hints: Hints, text: String) {
        #expect(lines(of: display.hints, hints).first?.text.contains(text) == true)
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
