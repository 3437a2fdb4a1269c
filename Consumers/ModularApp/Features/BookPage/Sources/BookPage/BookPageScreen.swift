// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The screen of a book's page.
@MainActor
public struct BookPageScreen {
    private let store: StoreOf<BookPage>

    /// Makes the screen of a page, whatever store that lives in.
    public init(_ store: StoreOf<BookPage>) { self.store = store }

    /// Asks for the book.
    public func borrow() { store.send(.own(.borrow)) }

    /// Leaves the page.
    public func close() { store.send(.own(.close)) }

    /// The lines of the screen.
    public var lines: [String] {
        ["“\(store.book.title)”" + (store.mayBorrow ? "" : " (not now)") + ", asked for \(store.requests)×"]
    }
}
