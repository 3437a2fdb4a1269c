// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// One entry of a feed, ready to be read in a terminal.
///
/// No text in it holds control characters, so a feed cannot move the cursor or recolour the screen.
public struct Article: Equatable, Sendable, Identifiable, Codable {
    /// What tells this article from others of the same feed, also after the feed was loaded again.
    public var id: String
    /// The headline, on one line.
    public var title: String
    /// Where the article lives on the web.
    public var link: String?
    /// When it was published.
    public var date: Date?
    /// Who wrote it.
    public var author: String?
    /// The text without markup; an empty line stands between two paragraphs.
    public var body: String

    /// Makes an article of its parts.
    public init(
        id: String,
        title: String,
        link: String? = nil,
        date: Date? = nil,
        author: String? = nil,
        body: String = ""
    ) {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
        self.author = author
        self.body = body
    }
}
