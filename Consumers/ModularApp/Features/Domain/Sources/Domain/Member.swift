// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A person who may borrow books.
public struct Member: Hashable, Sendable {
    /// The number of the card.
    public let card: String
    /// The display name.
    public var name: String
    /// How many books may be borrowed at once.
    public let limit: Int

    /// Makes a member.
    public init(card: String, name: String, limit: Int = 2) {
        self.card = card
        self.name = name
        self.limit = limit
    }
}
