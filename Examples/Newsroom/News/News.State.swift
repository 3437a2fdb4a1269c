// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds

extension News {
    /// Who reads.
    public enum Reader: Equatable, Sendable, Codable {
        case guest
        case member(name: String)
    }

    /// What is loaded, what is open, and what the reader has read.
    public struct State: Equatable, Sendable, Codable {
        /// Who reads.
        public private(set) var reader: Reader
        /// Whether a feed is being loaded.
        public internal(set) var isLoading = false
        /// The feed that was loaded last; a failure to load it again leaves it there.
        public internal(set) var feed: Feed?
        /// The article that is open.
        public internal(set) var opened: Article?
        /// The articles that the reader has opened; always none for a guest.
        public private(set) var read: Set<Article.ID> = []

        /// Starts with nothing loaded.
        public init(reader: Reader = .guest) { self.reader = reader }
    }
}

extension News.State {
    /// What News says to the reader.
    public var greeting: String {
        guard case .member(let name) = reader else {
            return "You read as a guest. Sign in, and what you have read is marked."
        }
        guard let articles = feed?.articles else { return "Welcome, \(name)." }
        return
            "Welcome, \(name). You have read \(articles.count { read.contains($0.id) }) of \(articles.count)."
    }

    /// A new reader has read nothing yet, and does not see what the one before has read.
    mutating func welcome(_ reader: News.Reader) {
        guard reader != self.reader else { return }
        self.reader = reader
        read = []
    }

    mutating func markAsRead(_ article: Article) {
        if case .member = reader { read.insert(article.id) }
    }
}
