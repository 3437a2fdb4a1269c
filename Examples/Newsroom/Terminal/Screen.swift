// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What there is to see, as values: no part of the terminal knows where it comes from.
package struct Screen: Equatable, Sendable {
    /// A line of the list.
    package struct Row: Equatable, Sendable {
        package var title: String
        package var isRead: Bool

        package init(title: String, isRead: Bool = false) {
            self.title = title
            self.isRead = isRead
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
    package var rows: [Row]
    package var page: Page?

    package init(
        title: String,
        account: String,
        greeting: String = "",
        notice: Notice? = nil,
        rows: [Row] = [],
        page: Page? = nil
    ) {
        self.title = title
        self.account = account
        self.greeting = greeting
        self.notice = notice
        self.rows = rows
        self.page = page
    }
}
