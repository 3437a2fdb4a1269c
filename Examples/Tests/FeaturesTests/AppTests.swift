// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
import Feeds
import News
import Testing
import Tributary

@MainActor
@Suite("App", .timeLimit(.minutes(30)))
struct AppTests {
    private let feed = Feed(title: "River", articles: [Article(id: "a", title: "One")])

    @Test("passes the reader to News, and opened articles to Account, when News is a part of it")
    func composed() {
        let store = Store(initialState: App.State(news: News.State(feeds: ["river"]))) { App() }
        store.send(.account(.signIn(name: "Ada")))
        #expect(store.news?.reader == .member(name: "Ada"))
        #expect(store.notice?.text == "Ada signed in.")
        store.send(contentsOf: [
            .news(.feeds(.element(id: "river", action: .loaded(feed, nil)))), .news(.open(1)),
        ])
        #expect(store.account.user?.articlesOpened == 1)
        #expect(store.notice == nil)
        store.send(.account(.signOut))
        #expect(store.news?.reader == .guest)
    }

    @Test("shows the same when News is attached from outside, and sends it nothing")
    func separate() {
        let store = Store(initialState: App.State()) {
            App()
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { Issue.record("\($0)") }
        }
        store.send(.account(.signIn(name: "Ada")))
        #expect(store.reader == .member(name: "Ada"))
        store.send(.newsHappened(.loaded(title: "River", count: 1, new: 1)))
        #expect(store.notice?.text == "Loaded 1 article from “River”.")
        store.send(.newsHappened(.opened(title: "One")))
        #expect(store.account.user?.articlesOpened == 1)
    }

    @Test("marks failures as problems")
    func problems() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.account(.signOut))
        #expect(store.notice?.isProblem == true)
        store.send(.newsHappened(.failed("No.")))
        #expect(store.notice?.text == "No.")
        store.send(.newsHappened(.closed))
        #expect(store.notice == nil)
    }

    @Test(
        "describes outputs of News in one sentence",
        arguments: [
            (.loading(done: 0, of: 1), "Loading…"),
            (.loading(done: 2, of: 8), "Loading 8 feeds; 2 are there…"),
            (.loaded(title: "x", count: 5, new: 2), "Loaded 5 articles from “x”, 2 of them new."),
            (.refreshed(feeds: 3, new: 1, failed: 0), "Loaded 3 feeds; 1 article new."),
            (
                .refreshed(feeds: 3, new: 0, failed: 1),
                "Loaded 3 feeds; 0 articles new. 1 feed could not be loaded."
            ),
            (.marked(count: 1, isRead: false), "Marked 1 article as not read."),
            (.followed(link: "http://x", isShown: false), "The link is http://x"),
            (.found(text: "x", count: 2), "2 articles found with “x”."),
        ] as [(News.Action.Output, String)]
    )
    func notices(output: News.Action.Output, text: String) {
        let store = Store(initialState: App.State()) { App() }
        store.send(.newsHappened(output))
        #expect(store.notice?.text == text)
    }
}
