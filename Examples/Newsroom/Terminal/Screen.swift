// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The content of the screen, as values that do not depend on where they come from.
package struct Screen: Equatable, Sendable {
    /// A line of the list.
    package struct Row: Equatable, Sendable {
        package var title: String
        package var isRead: Bool
        /// A note, such as the number of unread articles.
        package var note: String
        /// Whether the note is a problem.
        package var hasProblem: Bool

        package init(title: String, isRead: Bool = false, note: String = "", hasProblem: Bool = false) {
            self.title = title
            self.isRead = isRead
            self.note = note
            self.hasProblem = hasProblem
        }
    }

    /// The list of feeds or articles.
    package struct List: Hashable, Sendable, Codable {
        /// The kind of its rows.
        package enum Kind: Hashable, Sendable, Codable {
            case feeds
            case articles
            case found
        }

        package var kind: Kind
        /// An identifier, so that the selection in each list is remembered.
        package var id: String

        package init(_ kind: Kind, id: String = "") {
            self.kind = kind
            self.id = id
        }

        /// The text for an empty list; `add` and `load` name the commands or keys.
        func emptiness(add: String, load: String) -> String {
            switch kind {
            case .feeds: "There is no feed; \(add)."
            case .articles: "Nothing is loaded yet; \(load)."
            case .found: "Nothing was found."
            }
        }
    }

    /// The progress of loading.
    package struct Progress: Equatable, Sendable {
        package var done: Int
        package var total: Int

        package init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// The open article.
    package struct Page: Equatable, Sendable, Codable {
        package var title: String
        /// Date, author, and address, each on its own line.
        package var details: [String]
        /// The text; an empty line separates paragraphs.
        package var body: String

        package init(title: String, details: [String] = [], body: String) {
            self.title = title
            self.details = details
            self.body = body
        }
    }

    /// The last event.
    package struct Notice: Equatable, Sendable {
        package var text: String
        package var isProblem: Bool

        package init(_ text: String, isProblem: Bool = false) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    package var title: String
    package var account: String
    package var greeting: String
    package var notice: Notice?
    package var progress: Progress?
    package var list: List
    package var rows: [Row]
    package var page: Page?

    package init(
        title: String,
        account: String,
        greeting: String = "",
        notice: Notice? = nil,
        progress: Progress? = nil,
        list: List = List(.articles),
        rows: [Row] = [],
        page: Page? = nil
    ) {
        self.title = title
        self.account = account
        self.greeting = greeting
        self.notice = notice
        self.progress = progress
        self.list = list
        self.rows = rows
        self.page = page
    }
}
