// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What there is to see, as values: no part of the terminal knows where it comes from.
package struct Screen: Equatable, Sendable {
    /// A line of the list.
    package struct Row: Equatable, Sendable {
        package var title: String
        package var isRead: Bool
        /// What else there is to say of it, such as how much of it is not read.
        package var note: String
        /// Whether that is a problem.
        package var hasProblem: Bool

        package init(title: String, isRead: Bool = false, note: String = "", hasProblem: Bool = false) {
            self.title = title
            self.isRead = isRead
            self.note = note
            self.hasProblem = hasProblem
        }
    }

    /// The list there is to choose from.
    package struct List: Hashable, Sendable, Codable {
        /// What is in it.
        package enum Kind: Hashable, Sendable, Codable {
            case feeds
            case articles
            case found
        }

        package var kind: Kind
        /// What tells it from other lists, so that the selection is found again.
        package var id: String

        package init(_ kind: Kind, id: String = "") {
            self.kind = kind
            self.id = id
        }

        /// What stands in its place while it is empty; `add` and `load` are how to ask for these.
        func emptiness(add: String, load: String) -> String {
            switch kind {
            case .feeds: "There is no feed; \(add)."
            case .articles: "Nothing is loaded yet; \(load)."
            case .found: "Nothing was found."
            }
        }
    }

    /// How far loading has come.
    package struct Progress: Equatable, Sendable {
        package var done: Int
        package var total: Int

        package init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// An article that is open.
    package struct Page: Equatable, Sendable, Codable {
        package var title: String
        /// Date, author, address: each on a line of its own.
        package var details: [String]
        /// The text; an empty line stands between two paragraphs.
        package var body: String

        package init(title: String, details: [String] = [], body: String) {
            self.title = title
            self.details = details
            self.body = body
        }
    }

    /// What happened last.
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
