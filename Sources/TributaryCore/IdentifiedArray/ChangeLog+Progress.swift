// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A place in the log of a collection: everything before it is known to the reader.
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
    /// How far a log has come, and which places in it can still be found.
    ///
    /// A copy of a log goes on with a history of its own, and remembers where it left the other's: a place up to
    /// there is a place in both. Any other place in another history tells nothing.
    @usableFromInline
    struct Progress {
        /// How many changes were noted, and how many of them were written into the list.
        ///
        /// One that repeats the last one is not written again.
        @usableFromInline var notes = 0
        @usableFromInline var written = 0

        @usableFromInline private(set) var history = ChangeStamp.unique()
        @usableFromInline private(set) var origin: (history: ChangeStamp, notes: Int)?

        /// Where the list was last shortened, or begun, and how long it was then.
        @usableFromInline private(set) var shortened = (notes: 0, written: 0, count: 0)

        /// Where the list was begun, and the one before it.
        @usableFromInline private(set) var begun = 0
        @usableFromInline private(set) var earlierBegun = 0

        /// Which part of a log tells what came after a place.
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

        /// Whether nothing was noted since a place.
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
                // The last change that the reader knows may have been repeated, which is not written.
                return .end(from: max(0, shortened.count + cursor.written - shortened.written - 1))
            }
            if cursor.notes >= begun { return .list }
            return cursor.notes >= earlierBegun ? .bothLists : .unknown
        }
    }
}
