// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A titled list of articles, read from RSS or Atom.
public struct Feed: Equatable, Sendable, Codable {
    /// The title in the feed.
    public var title: String
    /// The articles, in the feed's own order.
    public var articles: [Article]

    /// Makes a feed from its parts.
    public init(title: String, articles: [Article]) {
        self.title = title
        self.articles = articles
    }
}
