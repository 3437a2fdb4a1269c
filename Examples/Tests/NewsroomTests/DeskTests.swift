// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Newsroom
import Synchronization
import Terminal
import Testing

@MainActor
@Suite("The desk", .timeLimit(.minutes(30)))
struct DeskTests {
    private let client = NewsClient {
        Feed(title: "River", articles: [Article(id: "a", title: "One", body: "Text")])
    }

    @Test("logs every action with what it changed")
    func logComposed() async {
        #expect(
            await log(.composed) == """
                app: news.load
                    news.isLoading: false → true
                app: news.output.loading
                    notice: nil → Notice(text: "Loading…", isProblem: false)
                app: news.loaded(Feed(title: "River", articles: [1 element]))
                    news.isLoading: true → false
                    news.feed: nil → Feed(title: "River", articles: [1 element])
                app: news.output.loaded(title: "River", count: 1)
                    notice.text: "Loading…" → "Loaded 1 article from “River”."
                app: account.signIn(name: "Ada")
                    account.user: nil → User(name: "Ada", articlesOpened: 0)
                app: account.output.signedIn(name: "Ada")
                    notice.text: "Loaded 1 article from “River”." → "Ada signed in."
                app: news.input.readerChanged.member(name: "Ada")
                    news.reader: guest → member(name: "Ada")
                """
        )
    }

    @Test("logs the actions of both stores when News is separate")
    func logSeparate() async {
        let lines = await log(.separate)
        #expect(lines.contains("news: load\n    isLoading: false → true\n"))
        #expect(lines.contains("app: newsHappened.loading\n    notice: nil → "))
        #expect(lines.contains("news: input.readerChanged.member(name: \"Ada\")\n    reader: guest → "))
    }

    @Test("logs a mounted News after the app around it")
    func logMounted() async {
        let lines = await log(.mounted)
        #expect(
            lines.contains("app: news.load\n    nothing changed\nnews: load\n    isLoading: false → true\n")
        )
    }

    @Test("logs on another actor what a part of the state logs here")
    func logMirrored() async {
        #expect(await log(.mirrored) == log(.composed))
    }

    private func log(_ attachment: NewsAttachment) async -> String {
        let lines = Lines()
        let desk = await NewsroomDesk(attachment, client: client) { lines.append($0) }
        await desk.perform(.load)()
        await desk.perform(.login("Ada"))()
        return lines.all.joined(separator: "\n")
    }
}

/// Lines from whichever thread.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
