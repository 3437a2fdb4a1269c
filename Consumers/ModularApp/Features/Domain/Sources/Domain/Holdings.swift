// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The books that the library has.
public struct Holdings: Sendable {
    /// All of them, in the order of the shelves.
    public let books: [Book]

    /// Makes the holdings of a library.
    public init(_ books: [Book]) { self.books = books }

    /// The book with a code, if the library has it.
    public subscript(code: Book.ID) -> Book? { books.first { $0.id == code } }

    /// The books whose title has a word that begins so, whatever the case of its letters.
    ///
    /// - Parameter text: The beginning of a word; nothing finds nothing.
    /// - Returns: The books, in the order of the shelves.
    public func books(matching text: String) -> [Book] {
        guard !text.isEmpty else { return [] }
        return books.filter { book in
            book.title.lowercased().split(separator: " ").contains { $0.hasPrefix(text.lowercased()) }
        }
    }
}
