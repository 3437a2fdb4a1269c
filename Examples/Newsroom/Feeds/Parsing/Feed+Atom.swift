// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
    /// Reads `<feed><entry>…`.
    init(atom root: Element) {
        let author = root.first("author")?.first("name").flatMap { TextFlow.singleLine($0.text) }
        let entries = root.elements.filter { $0.name == "entry" && $0.namespace == root.namespace }
        self.init(
            title: root.first("title").flatMap(\.headline) ?? "Untitled feed",
            articles: entries.map { Article(entry: $0, feedAuthor: author) }
        )
    }
}

extension Article {
    fileprivate init(entry: Element, feedAuthor: String?) {
        let links = entry.elements.filter { $0.name == "link" && $0.namespace == entry.namespace }
        let link = links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" }?.attributes["href"]
        let author = entry.first("author")?.first("name").flatMap { TextFlow.singleLine($0.text) }
        let date = entry.first("published") ?? entry.first("updated")
        // Content of other media types, or at another address, is not text; the summary is used instead.
        let body = [entry.first("content"), entry.first("summary")].lazy.compactMap { $0?.bodyText }
            .first { !$0.isEmpty }
        self.init(
            identifier: entry.first("id")?.text ?? link,
            title: entry.first("title").flatMap(\.headline),
            link: link,
            date: date.flatMap { FeedDate.parse($0.text) },
            author: author ?? feedAuthor,
            body: body ?? ""
        )
    }
}

extension Element {
    /// An Atom text on one line.
    fileprivate var headline: String? { bodyText.flatMap(TextFlow.singleLine) }

    /// An Atom text converted according to its type; `nil` if it is not text.
    fileprivate var bodyText: String? {
        switch attributes["type"]?.lowercased() ?? "text" {
        case "html", "text/html": Hypertext.plainText(text)
        case "xhtml", "application/xhtml+xml": Hypertext.plainText(markup)
        case "text", "text/plain": TextFlow.paragraphs(text)
        default: nil
        }
    }
}
