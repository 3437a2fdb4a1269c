// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What changed since somebody looked.
///
/// It is for the store alone, and no part of the value.
///
/// Who observes marks the collection and remembers the stamp. As long as the stamp is found in whatever
/// collection is there later, its log is complete relative to that mark, because every value that carries the
/// stamp came from the marked one by noted changes. Any other value (new, from elsewhere, older) does not carry it.
extension IdentifiedArray {
    /// How a collection differs from an earlier one.
    @usableFromInline
    package enum Changes: Equatable {
        /// The same elements in the same order.
        case none

        /// Only the elements with these identifiers may have changed, come or gone.
        ///
        /// All others are as they were. `rearranged` tells whether the sequence of identifiers may be another.
        case elements([ID], rearranged: Bool)

        /// Nothing is known to be as it was.
        case everything
    }

    /// Marks this moment, and makes the collection write down its changes from now on.
    ///
    /// Constant time, in place; elements are neither copied nor moved, also when their memory is shared. When
    /// nothing changed since the last mark, that one stands: several observers of one collection share it.
    ///
    /// - Returns: What to ask `changes(since:)` with.
    @inlinable
    package mutating func markObserved() -> ChangeStamp {
        if let stamp = log?.entries.cleanStamp(in: arrangement) { return stamp }
        let stamp = ChangeStamp.unique()
        if log == nil {
            log = ChangeLog(ChangeEntries(stamp: stamp, arrangement: arrangement))
        } else {
            makeLogUnique()
            log?.entries.advance(to: stamp, arrangement: arrangement)
        }
        return stamp
    }

    /// What may have changed since a mark; it never says too little.
    ///
    /// Linear in the changes.
    ///
    /// It knows the last mark of this value and the one before; for any other it answers `everything`.
    ///
    /// - Parameter stamp: What `markObserved()` returned.
    /// - Returns: How this collection may differ from the marked one.
    @inlinable
    package func changes(since stamp: ChangeStamp) -> Changes {
        guard let (ids, before) = log?.entries.changes(since: stamp) else { return .everything }
        let rearranged = before != arrangement
        return ids.isEmpty && !rearranged ? .none : .elements(ids, rearranged: rearranged)
    }

    /// The place in the log up to which a reader has read; `nil` when the collection was never marked.
    ///
    /// Unlike a mark it changes nothing, so reading after every action takes nothing from those who mark after
    /// every turn.
    @inlinable package var cursor: ChangeCursor? { log?.entries.progress.cursor }

    /// Whether something may have changed since a place in the log.
    ///
    /// Constant time.
    @inlinable
    package func mayHaveChanged(after cursor: ChangeCursor) -> Bool {
        guard let log else { return true }
        return !log.entries.progress.isAt(cursor)
    }

    /// Whether a condition holds for all that changed since a place in the log, as far as the log tells.
    @inlinable
    package func allChanges(after cursor: ChangeCursor, satisfy condition: (ID) -> Bool) -> Bool {
        guard let log, !log.entries.isEverything,
            case .end(let first) = log.entries.progress.part(after: cursor)
        else { return false }
        let changed = log.entries.changed
        for index in first..<changed.count where !condition(changed[index]) { return false }
        return true
    }

    /// The elements that may have changed, come or gone since a place in the log.
    ///
    /// Linear in the changes. It never says too little, and `nil` when nothing is known to be as it was. The
    /// sequence of identifiers may be another in any case.
    package func changes(after cursor: ChangeCursor) -> [ID]? { log?.entries.changes(after: cursor) }

    /// Equal stamps, of whatever collections and times, mean the same set of identifiers.
    package var membershipStamp: ChangeStamp { membership }

    /// Equal stamps, of whatever collections and times, mean the same sequence of identifiers.
    @inlinable
    package var arrangementStamp: ChangeStamp { arrangement }
}

extension IdentifiedArray.Changes: Sendable where ID: Sendable {}

/// What every change calls.
extension IdentifiedArray {
    /// Notes that an element may have changed, came or went; a test for `nil` when nobody observes.
    @inlinable
    mutating func note(_ id: ID) {
        if log != nil {
            makeLogUnique()
            log?.entries.note(id, among: storage.count)
        }
    }

    /// Notes that nothing is as it was.
    @inlinable
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

    /// Notes that identifiers came or went; once for many.
    @inlinable
    mutating func membersChanged() {
        membership = .unique()
        arrangement = membership
    }

    /// Notes that identifiers changed places.
    @inlinable
    mutating func arrangementChanged() { arrangement = .unique() }
}
