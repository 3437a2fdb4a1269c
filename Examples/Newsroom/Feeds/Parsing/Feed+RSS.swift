// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

extension Feed {
    /// Reads `<rss><channel>…`, or the older form with items outside of the channel.
    init?(rss root: Element) {
        guard let channel = root.elements.first(where: { $0.name == "channel" }) else { return nil }
        let items = [channel, root].flatMap { parent in
            parent.elements.filter { $0.name == "item" && $0.namespace == channel.namespace }
        }
        self.init(
            title: channel.first("title").flatMap(Self.headline) ?? "Untitled feed",
            articles: items.map(Article.init(item:))
        )
    }

    /// A title on one line; in RSS it may contain markup.
    static func headline(_ element: Element) -> String? {
        TextFlow.singleLine(Hypertext.plainText(element.text))
    }
}

extension Article {
    fileprivate init(item: Element) {
        let content = item.first("encoded", in: Namespace.content) ?? item.first("description")
        let link = item.first("link").flatMap { TextFlow.singleLine($0.text) }
        let date = item.first("pubDate") ?? item.first("date", in: Namespace.dublinCore)
        // According to RSS, an author is a mail address; the name is in Dublin Core.
        let author = item.first("creator", in: Namespace.dublinCore) ?? item.first("author")
        let guid = item.first("guid")
        self.init(
            identifier: guid?.text ?? link,
            title: item.first("title").flatMap(Feed.headline),
            link: link ?? guid.flatMap { $0.attributes["isPermaLink"] == "false" ? nil : $0.text },
            date: date.flatMap { FeedDate.parse($0.text) },
            author: author.flatMap(Feed.headline),
            body: content.map { Hypertext.plainText($0.text) } ?? ""
        )
    }

    /// Supplies values that a feed may omit.
    init(
        identifier: String?,
        title: String?,
        link: String?,
        date: Date?,
        author: String?,
        body: String
    ) {
        let title = title ?? Self.opening(of: body) ?? "Untitled"
        self.init(
            id: identifier.flatMap(TextFlow.singleLine) ?? title,
            title: title,
            link: link.flatMap(TextFlow.singleLine),
            date: date,
            author: author,
            body: body
        )
    }

    /// The first words, for entries that have a text and no title.
    private static func opening(of body: String) -> String? {
        let words = body.prefix(400).split(whereSeparator: \.isWhitespace).prefix(8)
        return words.isEmpty ? nil : words.joined(separator: " ") + "…"
    }
}
