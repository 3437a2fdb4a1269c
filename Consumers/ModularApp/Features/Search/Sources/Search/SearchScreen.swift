// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The screen of a search.
@MainActor
public struct SearchScreen {
    private let store: StoreOf<Search>

    /// Makes the screen of a search, whatever store that lives in.
    public init(_ store: StoreOf<Search>) { self.store = store }

    /// Replaces the text of the search.
    ///
    /// - Parameter text: The text.
    /// - Returns: The search for it.
    @discardableResult
    public func type(_ text: String) -> StoreTask { store.send(.own(.typed(text))) }

    /// Picks a book by its number in the list, counted from one.
    public func pick(_ number: Int) { store.send(.own(.picked(number))) }

    /// The lines of the screen.
    public var lines: [String] {
        let state = store.state
        if state.isSearching { return ["searching for “\(state.text)”"] }
        if let failure = state.failure { return ["search failed: \(failure)"] }
        return state.found.enumerated().map { index, book in "\(index + 1). \(book.title)" }
    }
}
