// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What changed since an observer last looked.
///
/// Only the store uses it, and it is no part of the value.
///
/// An observer marks the collection and remembers the stamp. If a later collection carries the stamp, its log is
/// complete since that mark, because every value with the stamp came from the marked one by noted changes. Any other
/// value (new, from elsewhere, older) does not carry it.
extension IdentifiedArray {
    /// How a collection differs from an earlier one.
    @usableFromInline
    package enum Changes: Equatable {
        /// The same elements in the same order.
        case none

        /// Only the elements with these identifiers may have changed, come or gone.
        ///
        /// All other elements are unchanged. `rearranged` says whether the sequence of identifiers may differ.
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

    /// Records changes one by one again, if so many were recorded that every element counts as changed.
    ///
    /// Constant time.
    @inlinable
    mutating func restartRecording() {
        if let log, log.entries.isEverything { _ = markObserved() }
    }

    /// What may have changed since a mark; it never leaves out a change.
    ///
    /// Linear in the changes.
    ///
    /// It knows the last mark of this value and the one before. For any other mark the answer is `everything`.
    ///
    /// - Parameter stamp: What `markObserved()` returned.
    /// - Returns: How this collection may differ from the marked one.
    @inlinable
    package func changes(since stamp: ChangeStamp) -> Changes {
        guard let (ids, before) = log?.entries.changes(since: stamp) else { return .everything }
        let rearranged = before != arrangement
        return ids.isEmpty && !rearranged ? .none : .elements(ids, rearranged: rearranged)
    }

    /// The current position in the log, for a reader; `nil` if the collection was never marked.
    ///
    /// Unlike a mark it changes nothing, so a reader after every action does not disturb observers that mark after
    /// every turn.
    @inlinable package var cursor: ChangeCursor? { log?.entries.progress.cursor }

    /// Whether something may have changed since a position in the log.
    ///
    /// Constant time.
    @inlinable
    package func mayHaveChanged(after cursor: ChangeCursor) -> Bool {
        guard let log else { return true }
        return !log.entries.progress.isAt(cursor)
    }

    /// Whether a condition holds for all that changed since a position in the log, as far as the log knows.
    @inlinable
    package func allChanges(after cursor: ChangeCursor, satisfy condition: (ID) -> Bool) -> Bool {
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
    package func changes(after cursor: ChangeCursor) -> [ID]? { log?.entries.changes(after: cursor) }

    /// Equal stamps, of any collections at any times, mean the same set of identifiers.
    package var membershipStamp: ChangeStamp { membership }

    /// Equal stamps, of any collections at any times, mean the same sequence of identifiers.
    @inlinable
    package var arrangementStamp: ChangeStamp { arrangement }
}

extension IdentifiedArray.Changes: Sendable where ID: Sendable {}

/// Called by every change.
extension IdentifiedArray {
    /// Records that an element may have changed, come or gone.
    ///
    /// Without observers it costs a test for `nil`.
    @inlinable
    mutating func note(_ id: ID) {
        if log != nil {
            makeLogUnique()
            log?.entries.note(id, among: storage.count)
        }
    }

    /// Records that every element may have changed.
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

    /// Records that identifiers came or went; called once for many.
    @inlinable
    mutating func membersChanged() {
        membership = .unique()
        arrangement = membership
    }

    /// Records that identifiers changed places.
    @inlinable
    mutating func arrangementChanged() { arrangement = .unique() }
}
