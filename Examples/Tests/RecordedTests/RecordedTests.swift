// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Foundation
import TerminalKit
import Testing
import TicTacToeRules
import Tributary
import TributaryJournal
import TributaryLog
import TributaryTesting

@testable import Account
@testable import AppFeature
@testable import Feeds
@testable import News
@testable import Rooms
@testable import Terminal
@testable import TicTacToeOnline

/// Each example that keeps a journal is recorded, and printed as a test.
///
/// The tests of `PrintedTests` are those sources; they
/// compile, and pass. When a test here fails, replace the function there by the source that the failure shows.
@Suite("A recording, printed as a test,", .timeLimit(.minutes(30)))
struct RecordedTests {
    @Test func `is the one of a match`() async throws {
        let move = try #require(MoveID("m-1"))
        try await record(
            "match",
            Match.State(),
            [
                .sit(.host, name: try #require(PlayerName("Ada")), token: "h"),
                .play(move, by: .host, field: 5), .again(try #require(MoveID("m-2")), by: .host),
            ] as [Match.Action],
            writtenAs: #"Match().dependency(\.matchDelivery, { _ in })"#,
            wholeStates: true
        ) {
            Match().dependency(\.matchDelivery, { _ in })
        }
    }

    @Test func `is the one of a room`() async throws {
        let visitor = Room.Visitor(1, at: "a")
        let ada = Member(account: .sample("ada"), name: .sample("Ada"))
        let said = Room.Said(id: .sample("00000001"), text: .sample("Say \"hi\""))
        try await record(
            "room",
            Room.State(name: .sample("hall")),
            [
                .enter(visitor, as: ada, after: nil), .say(visitor, as: ada, [said], time: 3_000),
                .renamed(ada.account, to: .sample("Countess")), .history(visitor, after: 0), .leave(visitor),
            ] as [Room.Action],
            wholeStates: true
        ) {
            Room()
        }
    }

    @Test func `is the one of an account`() async throws {
        try await record(
            "account",
            Account.State(),
            [.signIn(name: "Ada"), .input(.articleOpened), .signIn(name: ""), .signOut] as [Account.Action]
        ) {
            Account()
        }
    }

    @Test func `is the one of news`() async throws {
        try await record(
            "news",
            News.State(feeds: ["river"]),
            [.load, .open(1), .follow(nil), .close, .mark(nil), .search("two"), .add("nowhere")]
                as [News.Action],
            writtenAs: #"News().dependency(\.newsClient, .recorded)"#
        ) {
            News().dependency(\.newsClient, .recorded)
        }
    }

    @Test func `is the one of an app with its parts`() async throws {
        try await record(
            "app",
            App.State(news: News.State(feeds: ["river"])),
            [.account(.signIn(name: "Ada")), .news(.load), .news(.open(2)), .account(.signOut)]
                as [App.Action],
            writtenAs: #"App().dependency(\.newsClient, .recorded)"#
        ) {
            App().dependency(\.newsClient, .recorded)
        }
    }

    @Test func `is the one of a browser`() async throws {
        try await record(
            "browser",
            Browser.State(),
            [
                .input(.listChanged(Screen.List(.articles, id: "river"), count: 3)),
                .input(.pressed(.down)), .input(.pressed(.enter)),
                .input(.pageChanged(Screen.Page(title: "Two", details: ["2026"], body: "Body"), row: 1)),
                .input(.pressed(.escape)), .input(.accountChanged(isSignedIn: true)),
            ] as [Browser.Action],
            wholeStates: true
        ) {
            Browser()
        }
    }

    /// Records a store while it is sent actions, each when the last is done, and expects its source among the printed tests.
    private func record<
        State: Codable & Equatable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        _ initialState: State,
        _ actions: [Action],
        writtenAs expression: String? = nil,
        wholeStates: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tributary").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let journal = Journal(MemoryLog())
        let store = try await journal.open(name, initialState: initialState, reducer: reducer)
        for action in actions { await store.send(action).finish() }
        try await journal.export(name, to: path)
        await journal.close()
        let source = try testSource(
            of: path,
            reducer: reducer,
            writtenAs: expression,
            wholeStates: wholeStates
        )
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PrintedTests.swift")
        let indented = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        let contents = try String(contentsOf: file, encoding: .utf8)
        #expect(contents.contains(indented), "\(indented)", sourceLocation: sourceLocation)
    }
}

extension NewsClient {
    /// Answers as in the recordings.
    static let recorded = NewsClient(
        load: { address, _ in
            guard address == "river" else { throw NoFeed() }
            let articles = [
                Article(id: "a", title: "One", link: "https://river.example/1", body: "Über dem Wehr"),
                Article(id: "b", title: "Two"),
            ]
            return .feed(Feed(title: "River", articles: articles), nil)
        },
        follow: { _ in true }
    )
}

private struct NoFeed: Error, CustomStringConvertible {
    let description = "There is no such feed."
}
