// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Newsroom
import Terminal
import TerminalKit
import Testing
import Tributary

@MainActor
@Suite("The display of a newsroom", .timeLimit(.minutes(30)))
struct DisplayTests {
    private let client = NewsClient { _, _ in
        .feed(Feed(title: "River", articles: [Article(id: "a", title: "One", body: "Text")]), nil)
    }

    @Test(
        "shows every change of the stores, whichever way News is attached",
        arguments: NewsAttachment.allCases
    )
    func connecting(attachment: NewsAttachment) async throws {
        let desk = try await NewsroomDesk(attachment, feeds: ["river"], client: client)
        let display = Display()
        let browser = Store(initialState: Browser.State()) { Browser() }
        let token = desk.connect(display, to: BrowserModule(browser, input: \.input, output: \.output))
        #expect(display.heading.props?.title == "Newsroom")
        await desk.perform(.load)()
        #expect(display.articles.props?.rows == [.init(title: "One")])
        await desk.perform(.login("Ada"))()
        #expect(browser.isSignedIn)
        await desk.perform(.open(1))()
        #expect(display.articles.props?.page?.title == "One")
        #expect(display.heading.props?.account == "Ada · 1 article opened")
        #expect(display.greeting.props == desk.screen.greeting)
        #expect(browser.page == desk.screen.page)
        await desk.perform(.open(7))()
        #expect(display.foot.props?.notice == desk.screen.notice)
        #expect(display.foot.props?.notice?.isProblem == true)
        token.cancel()
        await desk.perform(.back)()
        #expect(display.articles.props?.page != nil)
    }

    @Test("draws the same lines, whichever way News is attached", arguments: NewsAttachment.allCases)
    func session(attachment: NewsAttachment) async throws {
        let desk = try await NewsroomDesk(attachment, feeds: ["river"], client: client)
        await desk.perform(.load)()
        var written = ""
        let keys: [Key] = [.character("s"), .character("A"), .character("b"), .enter]
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        continuation.yield(.keys(keys))
        continuation.finish()
        let window = TerminalWindow(size: { WindowSize(columns: 40, rows: 6) }, write: { written += $0 })
        let mode = KeyMode(desk: desk, window: window)
        _ = await mode.run(events)
        #expect(written.contains(" River                            Guest "))
        #expect(written.contains("\u{1B}[1m>   1. One\u{1B}[0m"))
    }
}
