// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import News
import Newsroom
import NewsroomTestSupport
import Terminal
import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("A transcript", .timeLimit(.minutes(30)))
struct TranscriptTests {
    private let feed = """
        <rss><channel><title>River</title>
        <item><title>First</title><description>The first text.</description></item>
        <item><title>Second</title><pubDate>Mon, 10 Nov 2025 06:30:00 GMT</pubDate></item>
        </channel></rss>
        """

    @Test("shows the articles, and how News reacts to another reader", arguments: NewsAttachment.allCases)
    func session(attachment: NewsAttachment) async throws {
        let file = try temporaryFile(feed)
        let lines = [
            "open 1", "load", "open 1", "login Ada", "open 2", "back", "logout", "list", "logout", "fly",
        ]
        #expect(
            try await transcript(of: lines, feed: file.path, attachment: attachment) == """
                > open 1
                ! Nothing is loaded yet; load the feed first.
                > load
                Loaded 2 articles from “River”.
                   1. First
                   2. Second
                > open 1
                First

                The first text.
                > login Ada
                Ada signed in.
                Ada · 0 articles opened
                Welcome, Ada. You have read 0 of 2.
                > open 2
                Second
                10 November 2025

                (The feed has no text for this article.)
                > back
                   1. First
                ✓  2. Second
                > logout
                Ada signed out.
                Guest
                You read as a guest. You have read 1 of 2.
                > list
                ✓  1. First
                   2. Second
                > logout
                ! Nobody is signed in.
                > fly
                ! “fly” is no command; type “help” to see those there are.
                """
        )
    }

    @Test("is the same every way, also for hundreds of random commands", arguments: 1...20)
    func everyWay(seed: UInt64) async throws {
        let file = try temporaryFile(feed)
        var generator = SeededGenerator(seed: seed)
        let choices = [
            "load", "open 1", "open 2", "open 3", "back", "list", "login Ada", "login Zoë", "login \u{1}",
            "logout", "help", "fly", "", "next", "mark", "mark 1", "mark 2", "search first", "search nothing",
            "add river", "remove 1", "refresh", "follow 1", "export /nowhere/x",
        ]
        let lines = (0..<100).compactMap { _ in choices.randomElement(using: &generator) }
        let composed = try await transcript(of: lines, feed: file.path, attachment: .composed)
        for attachment in NewsAttachment.allCases where attachment != .composed {
            let other = try await transcript(of: lines, feed: file.path, attachment: attachment)
            #expect(composed == other, "attached \(attachment)")
        }
    }

    @Test("continues after a failure, and the next attempt can succeed", arguments: NewsAttachment.allCases)
    func recovers(attachment: NewsAttachment) async throws {
        let answers = Sequenced<LoopbackServer.Answer>([
            .reply(status: 503), .reply(body: Array("<html/>".utf8)), .flood, .silence,
            .reply(body: Array(feed.utf8)),
        ])
        // Time passes only for the missing answer, so a slow machine changes nothing.
        let clock = TestClock()
        let (silences, silence) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { _ in
            let answer = answers.next()
            if case .silence = answer { silence.finish() }
            return answer
        }
        defer { server.stop() }
        let time = Task {
            for await _ in silences {}
            await clock.sleepers(1)
            await clock.advance(by: .seconds(15))
        }
        defer { time.cancel() }
        let lines = Array(repeating: "load", count: 5) + ["open 1"]
        let client = NewsClient { [address = server.address] _, _ in
            try await FeedLoader(address: address, sizeLimit: 100_000, clock: clock).load(after: nil)
        }
        let result = try await transcript(of: lines, client: client, attachment: attachment)
        #expect(
            result == """
                > load
                ! The server answered 503 (not available now) for “\(server.address)”.
                > load
                ! This is a web page and not a feed; look on it for a link to its feed.
                > load
                ! “\(server.address)” is too large: the limit is 100000 bytes.
                > load
                ! “\(server.address)” did not answer in time: the limit is 15 seconds.
                > load
                Loaded 2 articles from “River”.
                   1. First
                   2. Second
                > open 1
                First

                The first text.
                """
        )
    }

    private func transcript(of lines: [String], feed: String, attachment: NewsAttachment) async throws
        -> String
    {
        let client = NewsClient { _, _ in
            try await FeedLoader(address: feed, clock: TestClock()).load(after: nil)
        }
        return try await transcript(of: lines, client: client, attachment: attachment)
    }

    private func transcript(of lines: [String], client: NewsClient, attachment: NewsAttachment)
        async
        throws -> String
    {
        // No complaint of the library belongs into a session, however clumsy the commands are.
        let reporter = DiagnosticReporter { Issue.record("\($0)") }
        let desk = try await NewsroomDesk(
            attachment,
            feeds: ["river"],
            client: client,
            reporter: reporter
        )
        var lines = lines[...]
        var output: [String] = []
        await LineMode(desk: desk, isEchoing: true) { output.append($0) }.run { lines.popFirst() }
        await desk.close()
        return output.joined(separator: "\n")
    }
}

func temporaryFile(_ text: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID()).xml")
    try Data(text.utf8).write(to: file)
    return file
}
