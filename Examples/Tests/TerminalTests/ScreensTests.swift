// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTestSupport
import Testing

@testable import Terminal
@testable import TerminalKit

@MainActor
@Suite("A screen of Newsroom", .timeLimit(.minutes(30)))
struct ScreensTests {
    @Test("has the feeds, their unread counts, and the progress of loading")
    func feeds() {
        let picture = picture(WindowSize(columns: 72, rows: 11), loading: true)
        #expect(ScreenFile("newsroom-feeds").difference(from: picture, drawnFor: "Newsroom’s feeds") == nil)
    }

    @Test("has everything that matters in twenty columns")
    func narrow() {
        let picture = picture(WindowSize(columns: 20, rows: 12), loading: true)
        #expect(ScreenFile("newsroom-narrow").difference(from: picture) == nil)
    }

    @Test("has an article in lines of words")
    func article() {
        let page = Screen.Page(
            title: "Forty-one boats, one piano",
            details: ["14 November 2025 · Ansgar Rehm", "https://lock.example/log/318"],
            body: """
                The piano went downstream. It was on a raft of pallets, and somebody played it while the water fell.

                Everybody else asked why it took so long.
                """
        )
        let picture = picture(WindowSize(columns: 48, rows: 16), page: page)
        #expect(ScreenFile("newsroom-article").difference(from: picture) == nil)
    }

    private func picture(_ size: WindowSize, page: Screen.Page? = nil, loading: Bool = false) -> ScreenPicture
    {
        let display = Display()
        var state = Browser.State()
        state.resize(to: size)
        state.follow(Screen.List(.feeds), count: 3)
        state.follow(page, row: nil)
        display.heading.part(\.title).render("Newsroom")
        display.heading.part(\.account).render("Guest")
        display.greeting.render("You read as a guest. You have read 9 of 13.")
        display.articles.part(\.rows).render([
            .init(title: "The Confluence", note: "1 of 8 not read"),
            .init(title: "The Lock Keeper’s Log", isRead: true),
            .init(title: "The Mill Kitchen", note: "! “mill.example” can't be reached", hasProblem: true),
        ])
        display.articles.part(\.page).render(page)
        if loading {
            display.foot.part(\.spinner).render("⠹")
            display.foot.part(\.progress).render(.init(done: 2, total: 3))
            display.foot.part(\.notice).render(.init("Loading 3 feeds; 2 are there…"))
        }
        display.hints.render(state.hints)
        return ScreenPicture(TerminalLayout.lines(of: display.components, in: size), in: size)
    }
}
