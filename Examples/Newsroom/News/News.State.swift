// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary

extension News {
    /// The reader: a guest or a member.
    public enum Reader: Hashable, Sendable, Codable {
        case guest
        case member(name: String)
    }

    /// The content of the list.
    public enum Place: Hashable, Sendable, Codable {
        /// The feeds.
        case feeds
        /// The articles of one feed.
        case feed(Subscription.State.ID)
        /// The results of a search.
        case found(text: String)
    }

    /// An article, and the feed that contains it.
    public struct Entry: Equatable, Sendable, Codable {
        /// The address of the feed.
        public var feed: Subscription.State.ID
        /// The article.
        public var article: Article
    }

    /// Articles, by feed.
    public typealias Marks = [Subscription.State.ID: Set<Article.ID>]

    /// The feeds, the place of the reader, and the articles that each reader has read.
    public struct State: Equatable, Sendable, Codable {
        /// The limit of feeds.
        static let capacity = 1_000

        /// The current reader.
        public internal(set) var reader: Reader
        /// The feeds, in the order in which they were added.
        public internal(set) var feeds: IdentifiedArray<Subscription.State.ID, Subscription.State>
        /// The content of the list.
        public internal(set) var place: Place
        /// The open article.
        public internal(set) var opened: Entry?
        /// The results of the search, while the list shows them.
        var found: Marks = [:]
        /// The feeds being loaded, and those that wait.
        public internal(set) var refresh: Refresh?
        /// The articles that each reader has read.
        var marks: [Reader: Marks] = [:]

        /// Makes a state with feeds that are not loaded; if there is only one, the list shows it.
        ///
        /// - Parameters:
        ///   - feeds: The addresses of the feeds.
        ///   - reader: The reader.
        public init(feeds: [String] = [], reader: Reader = .guest) {
            self.feeds = IdentifiedArray(feeds.map { Subscription.State(id: $0) }) { first, _ in first }
            self.reader = reader
            place = self.feeds.count == 1 ? .feed(feeds[0]) : .feeds
        }
    }
}

extension News.State {
    /// The articles in the list, in order; none if it shows feeds.
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

    /// The number of lines in the list.
    public var count: Int { place == .feeds ? feeds.count : entries.count }

    /// Whether the reader has read an article.
    public func isRead(_ entry: News.Entry) -> Bool {
        marks[reader]?[entry.feed]?.contains(entry.article.id) ?? false
    }

    /// The number of unread articles of a feed.
    public func unreadCount(of feed: Subscription.State) -> Int {
        let read = marks[reader]?[feed.id] ?? []
        return feed.feed?.articles.count { !read.contains($0.id) } ?? 0
    }

    /// The greeting for the reader.
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

    /// The title of the list.
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

    /// Removes the marks of articles that no longer exist, which would otherwise accumulate.
    mutating func forgetMarks(of id: Subscription.State.ID) {
        let articles = Set(feeds[id: id]?.feed?.articles.map(\.id) ?? [])
        for reader in marks.keys { marks[reader]?[id]?.formIntersection(articles) }
    }

    /// Finds the articles whose title, author, or text contains a text; case and accents are ignored.
    mutating func find(_ text: String) {
        place = .found(text: text)
        found = [:]
        for feed in feeds {
            let articles = feed.feed?.articles.filter { $0.contains(text) } ?? []
            if !articles.isEmpty { found[feed.id] = Set(articles.map(\.id)) }
        }
    }
}
