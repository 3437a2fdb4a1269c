// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The screen of the borrowed books.
@MainActor
public struct LoansScreen {
    private let store: StoreOf<Loans>

    /// Makes the screen of the loans, whatever store they live in.
    public init(_ store: StoreOf<Loans>) { self.store = store }

    /// The lines of the screen.
    public var lines: [String] {
        guard let member = store.member else { return ["nobody is there"] }
        return ["\(member.name) has \(store.shelf.count) of \(member.limit)"]
            + store.shelf.books.map { "- \($0.title)" }
    }
}
