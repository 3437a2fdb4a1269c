// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The feedbacks of the rows of one collection, at work.
///
/// After every action it asks the collection what changed, and visits only that: rows that came, changed and
/// went. It remembers only rows that ask for something.
@usableFromInline
final class RowFeedbacks<ID: Hashable, State, Action> {
    private let makeGroup: (State) -> FeedbackGroup<State, Action>
    @usableFromInline private(set) var groups: [ID: FeedbackGroup<State, Action>] = [:]
    @usableFromInline var cursor: ChangeCursor?
    private var isEmpty = true

    /// A group for the next row that has none, so that visiting rows that ask for nothing allocates nothing.
    @usableFromInline private(set) var spare: FeedbackGroup<State, Action>?

    @usableFromInline
    init(makeGroup: @escaping (State) -> FeedbackGroup<State, Action>) { self.makeGroup = makeGroup }

    /// Whether a row came that asks for something, asks for something else, or went.
    @inlinable
    func isDue(_ rows: IdentifiedArray<ID, State>) -> Bool {
        guard let cursor else { return !rows.isEmpty }
        return rows.mayHaveChanged(after: cursor) && isDue(rows, after: cursor)
    }

    @inlinable
    @inline(never)
    func isDue(_ rows: IdentifiedArray<ID, State>, after cursor: ChangeCursor) -> Bool {
        guard rows.allChanges(after: cursor, satisfy: { isSettled($0, in: rows) }) else { return true }
        self.cursor = rows.cursor
        return false
    }

    /// Whether a row that changed asks for the same as before.
    @inlinable
    func isSettled(_ id: ID, in rows: IdentifiedArray<ID, State>) -> Bool {
        guard let position = rows.positions[id] else { return groups[id] == nil }
        guard let group = groups[id] ?? spare else { return false }
        return !group.isDue(rows.storage[position])
    }

    /// Begins and ends the runs of the rows that changed.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - scope: Turns a row's effect into one of the parent.
    /// - Returns: What follows.
    @usableFromInline
    func update<ParentAction>(
        _ rows: inout IdentifiedArray<ID, State>,
        scope: (Effect<Action>, ID) -> Effect<ParentAction>
    ) -> Effect<ParentAction> {
        var effects: [Effect<ParentAction>] = []
        if let cursor, let ids = rows.changes(after: cursor) {
            for id in ids { effects.append(scope(update(id, in: &rows), id)) }
        } else {
            for id in groups.keys where !rows.contains(id: id) { groups[id] = nil }
            for id in rows.ids { effects.append(scope(update(id, in: &rows), id)) }
            _ = rows.markObserved()
        }
        cursor = rows.cursor
        isEmpty = rows.isEmpty
        return .merge(effects)
    }

    private func update(_ id: ID, in rows: inout IdentifiedArray<ID, State>) -> Effect<Action> {
        let known = groups[id]
        guard let group = known ?? spare ?? rows[id: id].map(makeGroup), rows.contains(id: id) else {
            // What ran for the row ends with it.
            groups[id] = nil
            return .none
        }
        // The copy that is looked at is gone before the row is changed in place.
        guard rows[id: id].map(group.isDue) == true else {
            if known == nil { spare = group }
            return .none
        }
        spare = nil
        let effect = rows.modify(id: id) { group.update(&$0) } ?? .none
        groups[id] = group.isIdle ? nil : group
        return effect
    }

    /// Whether there are no rows.
    ///
    /// Where there are, it remembers which of them were looked at.
    @usableFromInline var isIdle: Bool { groups.isEmpty && isEmpty }
}
