// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The identifiers of the elements that changed since the last marked moment, and since the one before.
///
/// It belongs to one value: code that changes it checks first that no other value refers to it.
@usableFromInline final class ChangeLog<ID: Hashable> {
    // Not checked for exclusive access: each change has exclusive access to the value that contains it.
    @usableFromInline @exclusivity(unchecked) var entries: ChangeEntries<ID>

    @usableFromInline init(_ entries: ChangeEntries<ID>) { self.entries = entries }
}

/// The contents of a change log.
///
/// The list is not much longer than the collection: if more than half of the elements changed, it may contain "everything". Noting
/// a change is constant time, amortized.
@usableFromInline struct ChangeEntries<ID: Hashable> {
    /// The moment, and the arrangement of the identifiers then.
    @usableFromInline var stamp: ChangeStamp
    @usableFromInline var arrangement: ChangeStamp

    /// The identifiers that changed since then, possibly with repetitions.
    @usableFromInline var changed: [ID] = []

    /// Whether too much changed for a list.
    @usableFromInline var isEverything = false

    /// The length at which repetitions are removed from the list.
    @usableFromInline var limit = 32

    /// The moment before, for a second observer, and the changes between the two.
    @usableFromInline var earlier: (stamp: ChangeStamp, arrangement: ChangeStamp)?
    @usableFromInline var earlierChanged: [ID] = []

    /// How much is in the list, for readers that continue from their last position.
    @usableFromInline var progress = ChangeCursor.Progress()

    /// Notes that the element with an identifier changed, came or went.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - count: How many elements there are, for the bound.
    @inlinable
    mutating func note(_ id: ID, among count: Int) {
        let isNew = !isEverything && changed.last != id
        progress.note(isWritten: isNew)
        guard isNew else { return }
        changed.append(id)
        if changed.count >= limit { condense(among: count) }
    }

    mutating func noteEverything() {
        progress.note(isWritten: false)
        isEverything = true
        changed = []
    }

    @usableFromInline mutating func condense(among count: Int) {
        changed = Self.unique(changed)
        limit = max(32, 2 * changed.count)
        progress.condense(to: changed.count)
        if changed.count > 32 + count / 2 { noteEverything() }
    }

    /// The moment, if nothing changed since, not even the arrangement.
    @inlinable
    func cleanStamp(in arrangement: ChangeStamp) -> ChangeStamp? {
        changed.isEmpty && !isEverything && arrangement == self.arrangement ? stamp : nil
    }

    /// The changes since a moment, and the arrangement then; `nil` if that is unknown.
    @inlinable
    func changes(since stamp: ChangeStamp) -> (changed: [ID], arrangement: ChangeStamp)? {
        guard !isEverything else { return nil }
        if stamp == self.stamp { return (Self.unique(changed), arrangement) }
        guard let earlier, stamp == earlier.stamp else { return nil }
        return (Self.unique(earlierChanged + changed), earlier.arrangement)
    }

    /// Starts again at a moment.
    ///
    /// The changes up to it are kept until the next start.
    @inlinable
    mutating func advance(to stamp: ChangeStamp, arrangement: ChangeStamp) {
        if isEverything {
            earlier = nil
            earlierChanged = []
        } else {
            // The two lists are swapped, so that repeated marking allocates nothing.
            swap(&changed, &earlierChanged)
            earlier = (self.stamp, self.arrangement)
        }
        self.stamp = stamp
        self.arrangement = arrangement
        isEverything = false
        changed.removeAll(keepingCapacity: true)
        limit = 32
        progress.advance()
    }

    /// The changes since a position in the log; `nil` if that is unknown.
    ///
    /// It never leaves out a change.
    @inlinable
    func changes(after cursor: ChangeCursor) -> [ID]? {
        guard !isEverything else { return nil }
        switch progress.part(after: cursor) {
        case .end(let first): return Self.unique(Array(changed[first...]))
        case .list: return Self.unique(changed)
        case .bothLists: return earlier == nil ? nil : Self.unique(earlierChanged + changed)
        case .unknown: return nil
        }
    }

    /// The identifiers without repetitions, in the order of their first appearance.
    @usableFromInline static func unique(_ ids: [ID]) -> [ID] {
        guard ids.count > 1 else { return ids }
        var seen = Set<ID>(minimumCapacity: ids.count)
        return ids.filter { seen.insert($0).inserted }
    }
}

/// A position in the log of a collection: the reader has read all changes before it.
@usableFromInline struct ChangeCursor: Equatable {
    @usableFromInline let history: ChangeStamp
    @usableFromInline let notes: Int
    @usableFromInline let written: Int
}

extension ChangeCursor {
    /// How far a log has come, and which positions in it can still be found.
    ///
    /// A copy of a log continues with a history of its own, and remembers where it left the original's. A position up to there is a
    /// position in both. Any other position in another history means nothing.
    @usableFromInline struct Progress {
        /// How many changes were noted, and how many of them were added to the list.
        ///
        /// A change that repeats the last one is not added again.
        @usableFromInline private(set) var notes = 0
        private(set) var written = 0

        @usableFromInline private(set) var history = ChangeStamp.unique()
        @usableFromInline private(set) var origin: (history: ChangeStamp, notes: Int)?

        /// The position at which the list was last shortened or begun, and its length then.
        @usableFromInline private(set) var shortened = (notes: 0, written: 0, count: 0)

        /// The positions at which the list and the one before it were begun.
        @usableFromInline private(set) var begun = 0
        @usableFromInline private(set) var earlierBegun = 0

        /// The part of a log after a position.
        @usableFromInline enum Part {
            case end(from: Int)
            case list
            case bothLists
            case unknown
        }

        init() {}

        @usableFromInline var cursor: ChangeCursor {
            ChangeCursor(history: history, notes: notes, written: written)
        }

        /// Whether nothing was noted since a position.
        @inlinable
        func isAt(_ cursor: ChangeCursor) -> Bool { notes == cursor.notes && history == cursor.history }

        @usableFromInline mutating func note(isWritten: Bool) {
            notes &+= 1
            if isWritten { written &+= 1 }
        }

        /// The progress of a copy.
        @usableFromInline func continued() -> Progress {
            var copy = self
            copy.history = .unique()
            copy.origin = (history, notes)
            return copy
        }

        mutating func condense(to count: Int) { shortened = (notes, written, count) }

        @usableFromInline mutating func advance() {
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
                // The last change before the position may have been repeated; the repetition is not in the list.
                return .end(from: max(0, shortened.count + cursor.written - shortened.written - 1))
            }
            if cursor.notes >= begun { return .list }
            return cursor.notes >= earlierBegun ? .bothLists : .unknown
        }
    }
}

/// Names a moment in the life of a value; no two moments have the same stamp.
@usableFromInline package struct ChangeStamp: Hashable, Sendable {
    @usableFromInline let number: UInt64

    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    /// The stamp of a collection that never had an element; all such collections share it.
    @usableFromInline static var empty: Self { Self(number: 0) }

    /// A stamp that no other value has, on any thread.
    ///
    /// Constant time: it counts.
    @usableFromInline static func unique() -> Self {
        Self(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}

private let lastNumber = Atomic<UInt64>(0)

/// The changes since an observer last looked.
///
/// Only the store uses it; equality and coding ignore it.
///
/// An observer marks the collection and keeps the stamp. If a later collection carries the stamp, its log is complete since that
/// mark, because such a value came from the marked one by recorded changes. A new, older, or unrelated value does not carry it.
extension IdentifiedArray {
    /// How a collection differs from an earlier one.
    @usableFromInline enum Changes: Equatable {
        /// The same elements in the same order.
        case none

        /// Only the elements with these identifiers may have changed, come or gone.
        ///
        /// All other elements are unchanged. `rearranged` is true if the sequence of identifiers may differ.
        case elements([ID], rearranged: Bool)

        /// Every element may have changed.
        case everything
    }

    /// Marks this moment.
    ///
    /// From now on the collection records its changes.
    ///
    /// Constant time, in place; elements are neither copied nor moved, also when their memory is shared. If nothing
    /// changed since the last mark, that mark is used again: several observers of one collection share it.
    ///
    /// - Returns: The stamp for `changes(since:)`.
    @inlinable
    mutating func markObserved() -> ChangeStamp {
        if let stamp = log?.entries.cleanStamp(in: arrangement) { return stamp }
        let stamp = ChangeStamp.unique()
        if log == nil {
            beginLog(at: stamp)
        } else {
            makeLogUnique()
            log?.entries.advance(to: stamp, arrangement: arrangement)
        }
        return stamp
    }

    @usableFromInline mutating func beginLog(at stamp: ChangeStamp) {
        log = ChangeLog(ChangeEntries(stamp: stamp, arrangement: arrangement))
    }

    /// Records changes one by one again, if so many were recorded that every element counts as changed.
    ///
    /// Constant time.
    @inlinable
    mutating func restartRecording() {
        if let log, log.entries.isEverything { _ = markObserved() }
    }

    /// The possible changes since a mark; it never leaves out a change.
    ///
    /// Linear in the changes.
    ///
    /// It keeps the last mark of this value and the one before. For any other mark, the result is `everything`.
    ///
    /// - Parameter stamp: The stamp that `markObserved()` returned.
    /// - Returns: How this collection may differ from the marked one.
    @inlinable
    func changes(since stamp: ChangeStamp) -> Changes {
        guard let (ids, before) = log?.entries.changes(since: stamp) else { return .everything }
        let rearranged = before != arrangement
        return ids.isEmpty && !rearranged ? .none : .elements(ids, rearranged: rearranged)
    }

    /// The current position in the log, for a reader; `nil` if the collection was never marked.
    ///
    /// Unlike a mark it changes nothing, so a reader after every action does not disturb observers that mark after
    /// every turn.
    @inlinable
    var cursor: ChangeCursor? { log?.entries.progress.cursor }

    /// Whether something may have changed since a position in the log.
    ///
    /// Constant time.
    @inlinable
    func mayHaveChanged(after cursor: ChangeCursor) -> Bool {
        guard let log else { return true }
        return !log.entries.progress.isAt(cursor)
    }

    /// Whether a condition is true for all recorded changes since a position in the log.
    @inlinable
    func allChanges(after cursor: ChangeCursor, satisfy condition: (ID) -> Bool) -> Bool {
        guard let log, !log.entries.isEverything,
            case .end(let first) = log.entries.progress.part(after: cursor)
        else { return false }
        let changed = log.entries.changed
        for index in first..<changed.count where !condition(changed[index]) { return false }
        return true
    }

    /// The elements that may have changed, come or gone since a position in the log.
    ///
    /// Linear in the changes. It never leaves out a change, and is `nil` if every element may have changed. The
    /// sequence of identifiers may differ in any case.
    @inlinable
    func changes(after cursor: ChangeCursor) -> [ID]? { log?.entries.changes(after: cursor) }

    /// Equal stamps, of any collections at any times, mean the same set of identifiers.
    var membershipStamp: ChangeStamp { membership }

    /// Equal stamps, of any collections at any times, mean the same sequence of identifiers.
    var arrangementStamp: ChangeStamp { arrangement }
}

extension IdentifiedArray.Changes: Sendable where ID: Sendable {}

/// Called by every change.
extension IdentifiedArray {
    /// Records that an element may have changed, come or gone.
    ///
    /// Without observers it costs a test for `nil`.
    @inlinable
    mutating func note(_ id: ID) {
        if log != nil { noteInLog(id) }
    }

    @inlinable
    mutating func noteInLog(_ id: ID) {
        makeLogUnique()
        log?.entries.note(id, among: storage.count)
    }

    /// Records that every element may have changed.
    mutating func noteEverything() {
        if log != nil {
            makeLogUnique()
            log?.entries.noteEverything()
        }
    }

    @inlinable
    mutating func makeLogUnique() {
        guard !isKnownUniquelyReferenced(&log), let shared = log else { return }
        var entries = shared.entries
        entries.progress = entries.progress.continued()
        log = ChangeLog(entries)
    }

    /// Records that identifiers came or went; called once for many.
    @usableFromInline mutating func membersChanged() {
        membership = .unique()
        arrangement = membership
    }

    /// Records that identifiers changed places.
    mutating func arrangementChanged() { arrangement = .unique() }
}
