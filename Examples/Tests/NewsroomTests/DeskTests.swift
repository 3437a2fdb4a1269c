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
    private let client = NewsClient { _, _ in
        .feed(Feed(title: "River", articles: [Article(id: "a", title: "One", body: "Text")]), nil)
    }

    @Test("logs every action with its changes")
    func logComposed() async throws {
        #expect(
            try await log(.composed) == """
                app: news.load (store)
                    news.refresh: nil → Refresh(waiting: [], running: [1 element], done: 0, failed: 0, new: 0)
                app: news.output.loading(done: 0, of: 1) (reducer)
                    notice: nil → Notice(text: "Loading…", isProblem: false)
                app: news.feeds.element(id: "river", action: load) (reducer)
                    news.feeds[id: "river"].isLoading: false → true
                app: news.feeds.element(id: "river", action: loaded(Feed(title: "River", articles: [1 element]), nil)) (effect)
                    news.feeds[id: "river"].feed: nil → Feed(title: "River", articles: [1 element])
                    news.feeds[id: "river"].isLoading: true → false
                    news.feeds[id: "river"].newCount: 0 → 1
                    news.refresh: Refresh(waiting: [], running: [1 element], done: 0, failed: 0, new: 0) → nil
                app: news.output.loaded(title: "River", count: 1, new: 1) (reducer)
                    notice.text: "Loading…" → "Loaded 1 article from “River”."
                app: account.signIn(name: "Ada") (store)
                    account.user: nil → User(name: "Ada", articlesOpened: 0)
                app: account.output.signedIn(name: "Ada") (reducer)
                    notice.text: "Loaded 1 article from “River”." → "Ada signed in."
                app: news.input.readerChanged.member(name: "Ada") (reducer)
                    news.reader: guest → member(name: "Ada")
                """
        )
    }

    @Test("logs the actions of both stores when News is separate")
    func logSeparate() async throws {
        let lines = try await log(.separate)
        #expect(lines.contains("news: load (store)\n    refresh: nil → "))
        #expect(lines.contains("app: newsHappened.loading(done: 0, of: 1) (store)\n    notice: nil → "))
        #expect(
            lines.contains("news: input.readerChanged.member(name: \"Ada\") (store)\n    reader: guest → ")
        )
    }

    @Test("logs the same for a mounted News as for a composed one")
    func logMounted() async throws {
        #expect(try await log(.mounted) == (try await log(.composed)))
    }

    @Test("logs the same on another actor as for a part of the state")
    func logMirrored() async throws {
        #expect(try await log(.mirrored) == (try await log(.composed)))
    }

    private func log(_ attachment: NewsAttachment) async throws -> String {
        let lines = Lines()
        let desk = try await NewsroomDesk(attachment, feeds: ["river"], client: client) { lines.append($0) }
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
