// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A position in the log of a collection: the reader knows everything before it.
@usableFromInline
package struct ChangeCursor {
    @usableFromInline let history: ChangeStamp
    @usableFromInline let notes: Int
    @usableFromInline let written: Int

    @inlinable
    init(history: ChangeStamp, notes: Int, written: Int) {
        self.history = history
        self.notes = notes
        self.written = written
    }
}

extension ChangeEntries {
    /// How far a log has come, and which positions in it can still be found.
    ///
    /// A copy of a log continues with a history of its own, and remembers where it left the original's. A position up
    /// to there is a position in both. Any other position in another history tells nothing.
    @usableFromInline
    struct Progress {
        /// How many changes were noted, and how many of them were added to the list.
        ///
        /// A change that repeats the last one is not added again.
        @usableFromInline var notes = 0
        @usableFromInline var written = 0

        @usableFromInline private(set) var history = ChangeStamp.unique()
        @usableFromInline private(set) var origin: (history: ChangeStamp, notes: Int)?

        /// The position at which the list was last shortened or begun, and its length then.
        @usableFromInline private(set) var shortened = (notes: 0, written: 0, count: 0)

        /// The positions at which the list and the one before it were begun.
        @usableFromInline private(set) var begun = 0
        @usableFromInline private(set) var earlierBegun = 0

        /// The part of a log that holds what came after a position.
        @usableFromInline
        enum Part {
            case end(from: Int)
            case list
            case bothLists
            case unknown
        }

        @usableFromInline
        init() {}

        @inlinable var cursor: ChangeCursor { ChangeCursor(history: history, notes: notes, written: written) }

        /// Whether nothing was noted since a position.
        @inlinable
        func isAt(_ cursor: ChangeCursor) -> Bool { notes == cursor.notes && history == cursor.history }

        /// The progress of a copy.
        @usableFromInline
        func continued() -> Progress {
            var copy = self
            copy.history = .unique()
            copy.origin = (history, notes)
            return copy
        }

        @usableFromInline
        mutating func condense(to count: Int) { shortened = (notes, written, count) }

        @usableFromInline
        mutating func advance() {
            earlierBegun = begun
            begun = notes
            shortened = (notes, written, 0)
        }

        @inlinable
        func part(after cursor: ChangeCursor) -> Part {
            if cursor.history != history {
                guard let origin, cursor.history == origin.history, cursor.notes <= origin.notes else {
                    return .unknown
                }
            }
            if cursor.notes >= shortened.notes {
                // The last change that the reader knows may have been repeated; the repetition is not in the list.
                return .end(from: max(0, shortened.count + cursor.written - shortened.written - 1))
            }
            if cursor.notes >= begun { return .list }
            return cursor.notes >= earlierBegun ? .bothLists : .unknown
        }
    }
}
