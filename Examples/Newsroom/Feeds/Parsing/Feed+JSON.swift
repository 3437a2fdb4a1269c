// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Feed {
    /// Reads a JSON Feed of version 1 or 1.1.
    init(json text: String) throws(FeedError) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        } catch {
            // Also for text that is not JSON, or nested too deeply for the decoder.
            throw FeedError(.notAFeed, "This is no JSON Feed: nothing in it says so, or it can't be read.")
        }
        guard document.version.hasPrefix("https://jsonfeed.org/version/1") else {
            throw FeedError(.notAFeed, "This is JSON, but no feed of a version that is known here.")
        }
        let author = document.authorName
        self.init(
            title: document.title.flatMap(TextFlow.singleLine) ?? "Untitled feed",
            articles: document.items.map { Article(item: $0, feedAuthor: author) }
        )
    }

    /// Whether a text is JSON rather than XML.
    static func isJSON(_ text: String) -> Bool {
        text.utf8.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "{")
    }

    fileprivate struct Document: Decodable, Authored {
        var version: String
        var title: String?
        var items: [Item]
        var authors: [Author]?
        var author: Author?
    }

    fileprivate struct Item: Decodable, Authored {
        var id: Identifier
        var url: String?
        var external_url: String?
        var title: String?
        var content_html: String?
        var content_text: String?
        var summary: String?
        var date_published: String?
        var date_modified: String?
        var authors: [Author]?
        var author: Author?
    }

    fileprivate struct Author: Decodable { var name: String? }

    /// A text; numbers, which feeds use against the specification, are read as text.
    fileprivate struct Identifier: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else {
                text = String(try container.decode(Int.self))
            }
        }
    }
}

/// An item with authors, in the form of version 1.1 or 1.
private protocol Authored {
    var authors: [Feed.Author]? { get }
    var author: Feed.Author? { get }
}

extension Authored {
    var authorName: String? {
        let names = (authors ?? [author].compactMap(\.self)).compactMap {
            $0.name.flatMap(TextFlow.singleLine)
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension Article {
    fileprivate init(item: Feed.Item, feedAuthor: String?) {
        let text = item.content_text ?? item.summary ?? ""
        self.init(
            identifier: item.id.text,
            title: item.title.flatMap(TextFlow.singleLine),
            link: item.url ?? item.external_url,
            date: (item.date_published ?? item.date_modified).flatMap(FeedDate.parse),
            author: item.authorName ?? feedAuthor,
            body: item.content_html.map(Hypertext.plainText) ?? TextFlow.paragraphs(text)
        )
    }
}
