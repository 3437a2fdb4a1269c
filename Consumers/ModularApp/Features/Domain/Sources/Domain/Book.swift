// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A book of the library.
public struct Book: Hashable, Identifiable, Sendable {
    /// The code that is printed on it.
    public let id: String
    /// The title.
    public let title: String

    /// Makes a book.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
