// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("News", .timeLimit(.minutes(30)))
struct NewsTests {
    private let river = Feed(
        title: "River",
        articles: [
            Article(id: "a", title: "One", link: "https://river.example/1", body: "Über dem Wehr"),
            Article(id: "b", title: "Two", link: "javascript:alert(1)"),
        ]
    )

    /// A store whose feeds are answered as they are listed here, and which may fail.
    private func store(
        _ answers: [String: [Result<FeedAnswer, Failure>]],
        client: ((inout NewsClient) -> Void)? = nil
    ) -> (store: StoreOf<News>, outputs: Outputs) {
        let outputs = Outputs()
        let answers = Answers(answers)
        var newsClient = NewsClient { id, _ in try await answers.next(for: id) }
        client?(&newsClient)
        let store = Store(initialState: News.State(feeds: answers.ids)) {
            News()
            outputs.recorder
        } dependencies: {
            $0.newsClient = newsClient
        }
        return (store, outputs)
    }

    @Test("loads and shows the only feed, and reports it")
    func loads() async {
        let (store, outputs) = store(["river": [.success(.feed(river, nil))]])
        #expect(store.place == .feed("river"))
        await store.send(.load).finish()
        #expect(store.entries.map(\.article) == river.articles)
        #expect(store.refresh == nil)
        #expect(
            outputs.all == [.loading(done: 0, of: 1), .loaded(title: "River", count: 2, new: 2)]
        )
    }

    @Test("keeps its articles when loading fails, and can load again")
    func retries() async {
        let sea = Feed(title: "Sea", articles: [Article(id: "c", title: "Three")] + river.articles)
        let (store, outputs) = store([
            "river": [.success(.feed(river, nil)), .failure(Failure()), .success(.feed(sea, nil))]
        ])
        await store.send(.load).finish()
        await store.send(.load).finish()
        #expect(store.entries.count == 2)
        #expect(store.feeds[0].problem == "No.")
        #expect(outputs.all.last == .failed("No."))
        await store.send(.load).finish()
        #expect(store.feeds[0].problem == nil)
        #expect(outputs.all.last == .loaded(title: "Sea", count: 3, new: 1))
    }

    @Test("loads many feeds, a few at once, and reports the progress and the result")
    func refreshes() async {
        let names = (0..<20).map { "feed \($0)" }
        let gate = Gate()
        let outputs = Outputs()
        let store = Store(initialState: News.State(feeds: names)) {
            News()
            outputs.recorder
        } dependencies: {
            $0.newsClient = NewsClient { id, _ in
                await gate.wait()
                guard id != "feed 7" else { throw Failure() }
                return .feed(Feed(title: id, articles: [Article(id: "a", title: "One")]), nil)
            }
        }
        let loading = store.send(.load)
        #expect(store.place == .feeds)
        #expect(store.refresh?.running.count == 6)
        #expect(store.refresh?.total == 20)
        gate.open()
        await loading.finish()
        #expect(gate.most <= 6)
        #expect(store.refresh == nil)
        #expect(outputs.all.contains(.loading(done: 19, of: 20)))
        #expect(outputs.all.last == .refreshed(feeds: 20, new: 19, failed: 1))
    }

    @Test("restarts interrupted loads of the previous run, and continues with waiting feeds")
    func resumes() async {
        let names = (0..<9).map { "feed \($0)" }
        let outputs = Outputs()
        // As it was when the program ended: no effect of these runs.
        var state = News.State(feeds: names)
        News().reduce(into: &state, actions: [.load])
        for id in names.prefix(6) {
            News().reduce(into: &state, actions: [.feeds(.element(id: id, action: .load))])
        }
        let store = Store(initialState: state) {
            News()
            outputs.recorder
        } dependencies: {
            $0.newsClient = NewsClient { id, _ in .feed(Feed(title: id, articles: []), nil) }
        }
        await store.send(.resume).finish()
        #expect(outputs.all.last == .refreshed(feeds: 9, new: 0, failed: 0))
        #expect(store.feeds.allSatisfy { $0.feed?.title == $0.id && !$0.isLoading })
    }

    @Test("drops the result of an earlier load after a later one has started")
    func reload() async {
        let gate = Gate()
        let old = Feed(title: "Old", articles: [])
        let answers = Answers(["river": [.success(.feed(old, nil)), .success(.feed(river, nil))]])
        let store = Store(initialState: News.State(feeds: ["river"])) {
            News()
        } dependencies: {
            $0.newsClient = NewsClient { id, _ in
                let answer = try await answers.next(for: id)
                if case .feed(old, _) = answer { await gate.wait() }
                return answer
            }
        }
        let first = store.send(.load)
        while await answers.count(of: "river") == 2 { await Task.yield() }
        await store.send(.load).finish()
        gate.open()
        await first.finish()
        #expect(store.feeds[0].feed == river)
        #expect(store.refresh == nil)
    }

    @Test("reports a missing client, instead of loading nothing")
    func missingClient() async {
        let outputs = Outputs()
        let store = Store(initialState: News.State(feeds: ["river"])) {
            News()
            outputs.recorder
        }
        await store.send(.load).finish()
        #expect(
            outputs.all.last
                == .failed("No client was set: set the dependency “newsClient” of the store.")
        )
    }

    @Test("adds a feed once, and removes it with all that it was doing and all that was read of it")
    func subscribes() async {
        let (store, outputs) = store(["river": [.success(.feed(river, nil))]])
        await store.send(.load).finish()
        await store.send(.add("sea")).finish()
        #expect(store.feeds.ids.map(\.self) == ["river", "sea"])
        #expect(outputs.all.last == .failed("No."))
        for address in ["river", "", "a\u{1B}b", String(repeating: "x", count: 2_001)] {
            await store.send(.add(address)).finish()
            guard case .failed = outputs.all.last else {
                Issue.record("“\(address)” was added.")
                return
            }
        }
        #expect(store.feeds.count == 2)
        store.send(contentsOf: [.open(1), .remove(1)])
        #expect(store.feeds.ids.map(\.self) == ["sea"])
        #expect(store.opened == nil)
        #expect(store.place == .feeds)
        #expect(outputs.all.last == .removed(title: "River"))
        store.send(.remove(2))
        #expect(outputs.all.last == .failed("There is no feed 2; they are numbered from 1 to 1."))
    }

    @Test("ends a refresh whose last feed is removed")
    func removesLoading() async {
        let gate = Gate()
        let store = Store(initialState: News.State(feeds: ["a", "b"])) {
            News()
        } dependencies: {
            $0.newsClient = NewsClient { id, _ in
                if id == "b" { await gate.wait() }
                return .feed(Feed(title: id, articles: []), nil)
            }
        }
        let loading = store.send(.load)
        while store.feeds[0].feed == nil { await Task.yield() }
        store.send(.remove(2))
        #expect(store.refresh == nil)
        gate.open()
        await loading.finish()
        #expect(store.feeds.count == 1)
    }

    @Test("adds the missing feeds of a list, and writes a list of all")
    func lists() async {
        let written = Written()
        let (store, outputs) = store(["river": [.success(.feed(river, nil))]]) { client in
            client.readList = { _ in [.init(address: "river"), .init(address: "sea", title: "The sea")] }
            client.writeList = { await written.take($0, $1) }
        }
        await store.send(.load).finish()
        await store.send(.importList(path: "x.opml")).finish()
        #expect(outputs.all.contains(.imported(count: 1)))
        #expect(store.feeds.map(\.title) == ["River", "The sea"])
        await store.send(.exportList(path: "y.opml")).finish()
        #expect(outputs.all.last == .exported(count: 2, path: "y.opml"))
        #expect(await written.path == "y.opml")
        #expect(await written.items.map(\.title) == ["River", "The sea"])
    }

    @Test("follows links to the web, and no others")
    func follows() async {
        let followed = Written()
        let (store, outputs) = store(["river": [.success(.feed(river, nil))]]) { client in
            client.follow = {
                await followed.take($0, [])
                return true
            }
        }
        await store.send(.load).finish()
        await store.send(.follow(nil)).finish()
        #expect(outputs.all.last == .failed("No article is open; give its number."))
        await store.send(.follow(2)).finish()
        #expect(outputs.all.last == .failed("“Two” has no link that can be followed."))
        #expect(await followed.path == nil)
        await store.send(.follow(1)).finish()
        #expect(outputs.all.last == .followed(link: "https://river.example/1", isShown: true))
        #expect(await followed.path == "https://river.example/1")
    }
}

struct Failure: Error, CustomStringConvertible { let description = "No." }

/// The calls to a client.
private actor Written {
    private(set) var path: String?
    private(set) var items: [SubscriptionList.Item] = []

    func take(_ path: String, _ items: [SubscriptionList.Item]) { (self.path, self.items) = (path, items) }
}
