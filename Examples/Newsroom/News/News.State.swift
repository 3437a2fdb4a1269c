// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary

extension News {
    /// Who reads.
    public enum Reader: Hashable, Sendable, Codable {
        case guest
        case member(name: String)
    }

    /// What the list shows.
    public enum Place: Hashable, Sendable, Codable {
        /// The feeds.
        case feeds
        /// The articles of one feed.
        case feed(Subscription.State.ID)
        /// The articles that were found.
        case found(text: String)
    }

    /// An article, and the feed that it is from.
    public struct Entry: Equatable, Sendable, Codable {
        /// The address of the feed.
        public var feed: Subscription.State.ID
        /// The article.
        public var article: Article
    }

    /// Articles, by the feeds that they are from.
    public typealias Marks = [Subscription.State.ID: Set<Article.ID>]

    /// The feeds, where the reader is among them, and what every reader has read.
    public struct State: Equatable, Sendable, Codable {
        /// How many feeds there can be.
        static let capacity = 1_000

        /// Who reads.
        public internal(set) var reader: Reader
        /// The feeds, in the order in which they were added.
        public internal(set) var feeds: IdentifiedArray<Subscription.State.ID, Subscription.State>
        /// What the list shows.
        public internal(set) var place: Place
        /// The article that is open.
        public internal(set) var opened: Entry?
        /// What was found, while the list shows that.
        var found: Marks = [:]
        /// What is being loaded, and what waits for it.
        public internal(set) var refresh: Refresh?
        /// What each reader has read.
        var marks: [Reader: Marks] = [:]

        /// Starts with feeds of which nothing is loaded; the only one among them is shown at once.
        ///
        /// - Parameters:
        ///   - feeds: Where the feeds are.
        ///   - reader: Who reads.
        public init(feeds: [String] = [], reader: Reader = .guest) {
            self.feeds = IdentifiedArray(feeds.map { Subscription.State(id: $0) }) { first, _ in first }
            self.reader = reader
            place = self.feeds.count == 1 ? .feed(feeds[0]) : .feeds
        }
    }
}

extension News.State {
    /// The articles that the list shows, in order; none where it shows feeds.
    public var entries: [News.Entry] {
        switch place {
        case .feeds: []
        case .feed(let id):
            feeds[id: id]?.feed?.articles.map { News.Entry(feed: id, article: $0) } ?? []
        case .found:
            feeds.flatMap { feed in
                let found = found[feed.id] ?? []
                return (feed.feed?.articles ?? []).filter { found.contains($0.id) }
                    .map { News.Entry(feed: feed.id, article: $0) }
            }
        }
    }

    /// How many lines the list has.
    public var count: Int { place == .feeds ? feeds.count : entries.count }

    /// Whether the reader has read an article.
    public func isRead(_ entry: News.Entry) -> Bool {
        marks[reader]?[entry.feed]?.contains(entry.article.id) ?? false
    }

    /// How many articles of a feed the reader has not read.
    public func unreadCount(of feed: Subscription.State) -> Int {
        let read = marks[reader]?[feed.id] ?? []
        return feed.feed?.articles.count { !read.contains($0.id) } ?? 0
    }

    /// What News says to the reader.
    public var greeting: String {
        let total = feeds.reduce(0) { $0 + ($1.feed?.articles.count ?? 0) }
        let read = total - feeds.reduce(0) { $0 + unreadCount(of: $1) }
        switch (reader, total) {
        case (.guest, 0): return "You read as a guest."
        case (.guest, _): return "You read as a guest. You have read \(read) of \(total)."
        case (.member(let name), 0): return "Welcome, \(name)."
        case (.member(let name), _): return "Welcome, \(name). You have read \(read) of \(total)."
        }
    }

    /// What the list is called.
    public var title: String {
        switch place {
        case .feeds: "Newsroom"
        case .feed(let id): feeds[id: id].flatMap { $0.feed?.title ?? $0.name } ?? "Newsroom"
        case .found(let text): "Found: \(text)"
        }
    }
}

extension News.State {
    mutating func mark(_ entry: News.Entry, isRead: Bool = true) {
        if isRead {
            marks[reader, default: [:]][entry.feed, default: []].insert(entry.article.id)
        } else {
            marks[reader]?[entry.feed]?.remove(entry.article.id)
        }
    }

    /// The marks of articles that are gone would stay for ever, and are never seen.
    mutating func forgetMarks(of id: Subscription.State.ID) {
        let articles = Set(feeds[id: id]?.feed?.articles.map(\.id) ?? [])
        for reader in marks.keys { marks[reader]?[id]?.formIntersection(articles) }
    }

    /// Finds the articles whose title, author or text has something in it, however it is written.
    mutating func find(_ text: String) {
        place = .found(text: text)
        found = [:]
        for feed in feeds {
            let articles = feed.feed?.articles.filter { $0.contains(text) } ?? []
            if !articles.isEmpty { found[feed.id] = Set(articles.map(\.id)) }
        }
    }
}
