// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Data

/// Parses a feed: RSS 2.0 (and 0.9x, 1.0), Atom 1.0, or JSON Feed 1 and 1.1.
public enum FeedParser {
    /// Parses the feed in `data`.
    ///
    /// - Parameters:
    ///   - data: The content of a file or a response.
    ///   - charset: The encoding according to the server.
    /// - Returns: The feed, with at least one article.
    /// - Throws: A `FeedError` if the data is not a feed, or cannot be read.
    public static func parse(_ data: Data, charset: String? = nil) throws(FeedError) -> Feed {
        let text = try SourceText(data, charset: charset).text
        let feed = Feed.isJSON(text) ? try Feed(json: text) : try read(ElementReader.read(text))
        guard !feed.articles.isEmpty else {
            throw FeedError(.noEntries, "The feed “\(feed.title)” has no entries.")
        }
        return feed
    }

    private static func read(_ root: Element) throws(FeedError) -> Feed {
        switch (root.name, root.namespace) {
        case ("rss", _), ("RDF", Namespace.resources):
            if let feed = Feed(rss: root) { return feed }
            throw FeedError(.notAFeed, "This is RSS without a channel, so there is nothing to read.")
        case ("feed", Namespace.atom):
            return Feed(atom: root)
        case ("html", _):
            throw FeedError(
                .notAFeed,
                "This is a web page and not a feed; look on it for a link to its feed."
            )
        default:
            throw FeedError(
                .notAFeed,
                "This is XML, but no feed: it is a “\(root.name)” and not RSS or Atom."
            )
        }
    }
}
