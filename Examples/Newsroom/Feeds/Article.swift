// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// One entry of a feed, with text for a terminal.
///
/// No text in it contains control characters, so a feed cannot move the cursor or recolor the screen.
public struct Article: Equatable, Sendable, Identifiable, Codable {
    /// An identifier within the feed, which stays the same when the feed is loaded again.
    public var id: String
    /// The headline, on one line.
    public var title: String
    /// The address of the article on the web.
    public var link: String?
    /// The date of publication.
    public var date: Date?
    /// The author.
    public var author: String?
    /// The text without markup; an empty line separates paragraphs.
    public var body: String

    /// Makes an article from its parts.
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
