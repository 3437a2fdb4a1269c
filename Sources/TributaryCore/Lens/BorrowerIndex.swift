// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Which rows of a collection borrow what.
///
/// It follows the collection's log, so that one change among ten thousand lent values is one look-up. What is lent is known
/// by its hash value: where two have the same, a row is looked at that did not change.
@usableFromInline
final class BorrowerIndex<ID: Hashable, Row> {
    @usableFromInline var lent: [ID: Int] = [:]
    @usableFromInline var rows: [Int: Set<ID>] = [:]
    @usableFromInline var cursor: ChangeCursor?

    @inlinable
    init() {}

    /// The rows that changed, came or went, and those that borrow one of some values, each once.
    @inlinable
    func rows<Root>(
        _ changed: [ID],
        andBorrowersOf values: [Int],
        among rows: IdentifiedArray<ID, Row>,
        _ loan: Loan<Root, Row>
    ) -> [ID] {
        guard !values.isEmpty else { return changed }
        follow(rows, loan)
        var found = changed
        for value in values {
            // Most often, the row that borrows a value is the one that changed it.
            for id in self.rows[value] ?? [] where !changed.contains(id) { found.append(id) }
        }
        return found
    }

    @inlinable
    func follow<Root>(_ rows: IdentifiedArray<ID, Row>, _ loan: Loan<Root, Row>) {
        if let cursor, !rows.mayHaveChanged(after: cursor) { return }
        if let cursor, let changed = rows.changes(after: cursor) {
            for id in changed { note(id, among: rows, loan) }
        } else {
            lent = [:]
            self.rows = [:]
            for id in rows.ids { note(id, among: rows, loan) }
        }
        cursor = rows.cursor
    }

    @inlinable
    func note<Root>(_ id: ID, among rows: IdentifiedArray<ID, Row>, _ loan: Loan<Root, Row>) {
        let key = rows.positions[id].flatMap { loan.key(of: rows.storage[$0]) }
        let former = lent[id]
        guard former != key else { return }
        if let former { self.rows[former]?.remove(id) }
        lent[id] = key
        if let key { self.rows[key, default: []].insert(id) }
    }
}
