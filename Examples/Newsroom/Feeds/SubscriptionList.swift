// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Data

/// Reads and writes lists of feeds as OPML, the exchange format of feed readers.
public enum SubscriptionList {
    /// The number of feeds that a list may have.
    static let limit = 1_000

    /// A feed of a list.
    public struct Item: Equatable, Sendable, Codable {
        /// The address of the feed.
        public var address: String
        /// The title in the list.
        public var title: String?

        /// Makes an item from its parts.
        public init(address: String, title: String? = nil) {
            self.address = address
            self.title = title
        }
    }

    /// Reads the feeds of a list, from all of its folders; each address once.
    ///
    /// - Parameter data: The content of a file.
    /// - Returns: The feeds.
    /// - Throws: A `FeedError` if it is not a list, or has no feed.
    public static func parse(_ data: Data) throws(FeedError) -> [Item] {
        let root = try ElementReader.read(SourceText(data, charset: nil).text)
        guard root.name.lowercased() == "opml" else {
            throw FeedError(.notAFeed, "This is no list of feeds: it is a “\(root.name)” and not OPML.")
        }
        var items: [Item] = []
        var addresses: Set<String> = []
        collect(root, into: &items, &addresses)
        guard !items.isEmpty else { throw FeedError(.noEntries, "The list has no feeds.") }
        guard items.count <= limit else {
            throw FeedError(.tooLarge, "The list has more than \(limit) feeds.")
        }
        return items
    }

    /// Writes a list.
    ///
    /// - Parameter items: The feeds, in order.
    /// - Returns: The list in the format of a file.
    public static func text(of items: [Item]) -> String {
        let outlines = items.map { item in
            let address = escaped(item.address)
            let title = escaped(item.title ?? item.address)
            return "    <outline type=\"rss\" text=\"\(title)\" xmlUrl=\"\(address)\"/>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head><title>Newsroom</title></head>
              <body>
            \(outlines.joined())  </body>
            </opml>

            """
    }

    private static func collect(_ element: Element, into items: inout [Item], _ addresses: inout Set<String>)
    {
        for child in element.elements where child.name == "outline" || child.name == "body" {
            if let address = child.attributes["xmlUrl"].flatMap(TextFlow.singleLine),
                addresses.insert(address).inserted
            {
                let title = child.attributes["title"] ?? child.attributes["text"]
                items.append(Item(address: address, title: title.flatMap(TextFlow.singleLine)))
            }
            collect(child, into: &items, &addresses)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
