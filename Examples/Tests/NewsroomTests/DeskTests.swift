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
    func logComposed() async throws {
        #expect(
            try await log(.composed) == """
                app: news.load (store)
                    news.isLoading: false → true
                app: news.output.loading (reducer)
                    notice: nil → Notice(text: "Loading…", isProblem: false)
                app: news.loaded(Feed(title: "River", articles: [1 element])) (effect)
                    news.isLoading: true → false
                    news.feed: nil → Feed(title: "River", articles: [1 element])
                app: news.output.loaded(title: "River", count: 1) (reducer)
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
        #expect(lines.contains("news: load (store)\n    isLoading: false → true\n"))
        #expect(lines.contains("app: newsHappened.loading (store)\n    notice: nil → "))
        #expect(
            lines.contains("news: input.readerChanged.member(name: \"Ada\") (store)\n    reader: guest → ")
        )
    }

    @Test("logs of a mounted News what a composed one logs")
    func logMounted() async throws {
        #expect(try await log(.mounted) == (try await log(.composed)))
    }

    @Test("logs on another actor what a part of the state logs here")
    func logMirrored() async throws {
        #expect(try await log(.mirrored) == (try await log(.composed)))
    }

    private func log(_ attachment: NewsAttachment) async throws -> String {
        let lines = Lines()
        let desk = try await NewsroomDesk(attachment, client: client) { lines.append($0) }
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
