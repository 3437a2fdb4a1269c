// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Testing
import Tributary

@MainActor
@Suite("News", .timeLimit(.minutes(30)))
struct NewsTests {
    private let feed = Feed(
        title: "River",
        articles: [Article(id: "a", title: "One"), Article(id: "b", title: "Two")]
    )

    @Test("loads its feed, and tells it")
    func loads() async {
        let store = Store(initialState: News.State()) {
            News()
        } dependencies: {
            $0.newsClient = NewsClient { [feed] in feed }
        }
        await store.send(.load).finish()
        #expect(store.feed == feed)
        #expect(!store.isLoading)
    }

    @Test("keeps what it has when loading fails, and can be asked again")
    func retries() async {
        struct Refusal: Error, CustomStringConvertible { let description = "No." }
        let results = Results([
            .success(feed), .failure(Refusal()), .success(Feed(title: "New", articles: [])),
        ])
        let outputs = Outputs()
        let store = Store(initialState: News.State()) {
            News()
            outputs.recorder
        } dependencies: {
            $0.newsClient = NewsClient { try await results.next() }
        }
        await store.send(.load).finish()
        await store.send(.load).finish()
        #expect(store.feed == feed)
        #expect(!store.isLoading)
        await store.send(.load).finish()
        #expect(store.feed?.title == "New")
        #expect(
            outputs.all == [
                .loading, .loaded(title: "River", count: 2), .loading, .failed("No."), .loading,
                .loaded(title: "New", count: 0),
            ]
        )
    }

    @Test("drops what an earlier load brings when a later one was asked for")
    func reload() async {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let results = Results([.success(Feed(title: "Old", articles: [])), .success(feed)])
        let store = Store(initialState: News.State()) {
            News()
        } dependencies: {
            $0.newsClient = NewsClient {
                let feed = try await results.next()
                if feed.title == "Old" { for await _ in gate { break } }
                return feed
            }
        }
        let first = store.send(.load)
        while await results.count == 2 { await Task.yield() }
        await store.send(.load).finish()
        opening.finish()
        await first.finish()
        #expect(store.feed == feed)
    }

    @Test("says that no client was set, instead of loading nothing")
    func missingClient() async {
        let outputs = Outputs()
        let store = Store(initialState: News.State()) {
            News()
            outputs.recorder
        }
        await store.send(.load).finish()
        #expect(
            outputs.all.last == .failed("No feed was named: set the dependency “newsClient” of the store.")
        )
    }

    @Test("opens by number and closes again")
    func opens() {
        var state = News.State()
        News().reduce(into: &state, actions: [.loaded(feed), .open(2)])
        #expect(state.opened?.id == "b")
        News().reduce(into: &state, actions: [.open(3), .open(0), .open(.min), .open(.max)])
        #expect(state.opened?.id == "b")
        News().reduce(into: &state, actions: [.close])
        #expect(state.opened == nil)
    }

    @Test(
        "tells why a number can't be opened",
        arguments: [
            (0, "Nothing is loaded yet; load the feed first."),
            (2, "There is no article 7; they are numbered from 1 to 2."),
        ]
    )
    func refuses(count: Int, message: String) {
        let outputs = Outputs()
        let store = Store(initialState: News.State()) {
            News()
            outputs.recorder
        }
        let articles = feed.articles.prefix(count)
        if count > 0 { store.send(.loaded(Feed(title: "", articles: Array(articles)))) }
        store.send(.open(7))
        #expect(outputs.all.last == .failed(message))
    }

    @Test("greets its reader, and follows what members read")
    func reader() {
        var state = News.State()
        let news = News()
        news.reduce(into: &state, actions: [.loaded(feed), .open(1)])
        #expect(state.read.isEmpty)
        #expect(state.greeting.contains("guest"))
        news.reduce(
            into: &state,
            actions: [.input(.readerChanged(.member(name: "Ada"))), .open(1), .open(1)]
        )
        #expect(state.read == ["a"])
        #expect(state.greeting == "Welcome, Ada. You have read 1 of 2.")
        news.reduce(into: &state, actions: [.input(.readerChanged(.member(name: "Ada")))])
        #expect(state.read == ["a"])
        news.reduce(into: &state, actions: [.input(.readerChanged(.guest))])
        #expect(state.read.isEmpty)
    }
}

/// Notes what News tells.
@MainActor
private final class Outputs {
    private(set) var all: [News.Action.Output] = []

    var recorder: some Reducer<News.State, News.Action> {
        Update { _, action in
            if let output = action[case: \.output] { self.all.append(output) }
        }
    }
}

/// Results in a fixed order.
private actor Results {
    private var results: [Result<Feed, any Error>]

    var count: Int { results.count }

    init(_ results: [Result<Feed, any Error>]) { self.results = results }

    func next() throws -> Feed { try results.removeFirst().get() }
}
