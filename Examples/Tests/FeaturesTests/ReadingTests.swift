// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Testing
import Tributary

@MainActor
@Suite("Reading", .timeLimit(.minutes(30)))
struct ReadingTests {
    private let store: StoreOf<News>
    private let outputs: Outputs

    /// Two feeds of three articles each, and the list of feeds.
    init() {
        let outputs = Outputs()
        self.outputs = outputs
        store = Store(initialState: News.State(feeds: ["river", "sea"])) {
            News()
            outputs.recorder
        }
        for (id, words) in [("river", "Über dem Wehr"), ("sea", "Below the weir")] {
            let articles = ["One", "Two", "Three"].map {
                Article(id: $0, title: $0, author: "Zoë", body: words)
            }
            send(.feeds(.element(id: id, action: .loaded(Feed(title: id, articles: articles), nil))))
        }
    }

    @Test("opens a feed by number, then an article, and goes back the same way")
    func opens() {
        send(.open(2), .open(3))
        #expect(store.place == .feed("sea"))
        #expect(store.opened?.article.id == "Three")
        #expect(outputs.all.suffix(2) == [.entered(title: "sea", unread: 3), .opened(title: "Three")])
        send(.close)
        #expect(store.opened == nil)
        #expect(store.place == .feed("sea"))
        send(.close, .close)
        #expect(store.place == .feeds)
    }

    @Test("reports why a number cannot be opened", arguments: [0, 3, .min, .max])
    func refuses(number: Int) {
        send(.open(number))
        #expect(outputs.all.last == .failed("There is no feed \(number); they are numbered from 1 to 2."))
        send(.open(1), .open(number == 3 ? 4 : number))
        guard case .failed(let reason) = outputs.all.last else {
            Issue.record("Nothing was refused.")
            return
        }
        #expect(reason.hasPrefix("There is no article "))
        #expect(store.opened == nil)
    }

    @Test("goes from each article that is not read to the next, through all feeds")
    func next() {
        send(.open(1), .open(2))
        var opened: [String] = []
        for _ in 0..<5 {
            send(.openNext)
            opened.append("\(store.opened?.feed ?? "") \(store.opened?.article.id ?? "")")
        }
        #expect(opened == ["river Three", "river One", "sea One", "sea Two", "sea Three"])
        send(.openNext)
        #expect(outputs.all.last == .failed("Everything is read."))
    }

    @Test(
        "counts unread articles for each feed and each reader, and keeps the marks of returning readers"
    )
    func marks() {
        send(.open(1), .open(1), .open(1), .close)
        #expect(store.feeds.map(store.state.unreadCount) == [2, 3])
        #expect(store.greeting == "You read as a guest. You have read 1 of 6.")
        send(.input(.readerChanged(.member(name: "Ada"))))
        #expect(store.greeting == "Welcome, Ada. You have read 0 of 6.")
        send(.open(2), .input(.readerChanged(.guest)))
        #expect(store.entries.map(store.state.isRead) == [true, false, false])
        send(.input(.readerChanged(.member(name: "Ada"))))
        #expect(store.entries.map(store.state.isRead) == [false, true, false])
    }

    @Test("marks one article and takes the mark away, or marks all that the list shows")
    func marking() async {
        send(.open(1), .mark(2))
        #expect(store.entries.map(store.state.isRead) == [false, true, false])
        send(.mark(2))
        #expect(store.entries.map(store.state.isRead) == [false, false, false])
        await store.send(.mark(nil)).finish()
        #expect(outputs.all.last == .marked(count: 3, isRead: true))
        #expect(store.feeds.map(store.state.unreadCount) == [0, 3])
        send(.close, .mark(2))
        #expect(store.feeds.map(store.state.unreadCount) == [0, 0])
        send(.mark(3))
        #expect(outputs.all.last == .failed("There is no feed 3; they are numbered from 1 to 2."))
    }

    @Test("removes the marks of removed articles, and keeps articles that a feed no longer lists")
    func articlesGo() {
        send(.open(1), .mark(nil))
        let new = (0..<199).map { Article(id: "new \($0)", title: "New") }
        load("river", new)
        #expect(store.feeds[0].feed?.articles.count == 200)
        #expect(store.feeds[0].newCount == 199)
        #expect(store.entries.last?.article.id == "One")
        #expect(store.state.unreadCount(of: store.feeds[0]) == 199)
        load("river", new + [Article(id: "last", title: "Last")])
        // “One” was removed; if it appears again, it is new.
        load("river", [Article(id: "One", title: "One")])
        #expect(store.entries.first.map(store.state.isRead) == false)
    }

    @Test(
        "finds words in titles, texts and names of authors, in small or large letters, with or without accents",
        arguments: [
            ("WEHR", 3), ("uber", 3), ("  two ", 2), ("zoe", 6), ("the  weir", 3), ("nothing", 0),
        ]
    )
    func finds(text: String, count: Int) {
        send(.search(text))
        #expect(store.entries.count == count)
        guard case .found(_, count) = outputs.all.last else {
            Issue.record("\(String(describing: outputs.all.last))")
            return
        }
        send(.close)
        #expect(store.place == .feeds)
    }

    @Test("updates search results when a feed is loaded again, and refuses text that controls a terminal")
    func findsAgain() {
        send(.search("wehr"))
        load("river", [Article(id: "Four", title: "Wehr")])
        #expect(store.entries.map(\.article.id) == ["Four", "One", "Two", "Three"])
        send(.search("\u{1B}[2J"))
        #expect(store.place == .found(text: "wehr"))
        send(.search(" "))
        #expect(store.place == .feeds)
    }

    @Test("does not close the open article when its feed is loaded again")
    func stays() {
        send(.open(1), .open(1))
        load("river", [Article(id: "Four", title: "Four")])
        #expect(store.opened?.article.id == "One")
    }

    private func send(_ actions: News.Action...) { store.send(contentsOf: actions) }

    private func load(_ id: String, _ articles: [Article]) {
        send(.feeds(.element(id: id, action: .loaded(Feed(title: id, articles: articles), nil))))
    }
}
