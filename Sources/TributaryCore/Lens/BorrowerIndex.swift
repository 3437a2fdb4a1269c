// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Which rows of a collection borrow what.
///
/// It follows the collection's log, so that one change among ten thousand lent values is one look-up.
@usableFromInline
final class BorrowerIndex<ID: Hashable, Row> {
    private var lent: [ID: AnyHashable] = [:]
    private var rows: [AnyHashable: Set<ID>] = [:]
    private var cursor: ChangeCursor?

    @usableFromInline
    init() {}

    /// The rows that borrow one of some values.
    func borrowers<Root>(
        of changed: [AnyHashable],
        among rows: IdentifiedArray<ID, Row>,
        _ loan: Loan<Root, Row>
    ) -> [ID] {
        guard !changed.isEmpty else { return [] }
        follow(rows, loan)
        return changed.flatMap { self.rows[$0] ?? [] }
    }

    private func follow<Root>(_ rows: IdentifiedArray<ID, Row>, _ loan: Loan<Root, Row>) {
        if let cursor, !rows.mayHaveChanged(after: cursor) { return }
        if let cursor, let changed = rows.changes(after: cursor) {
            for id in changed { note(id, rows[id: id].flatMap(loan.key)) }
        } else {
            lent = [:]
            self.rows = [:]
            for id in rows.ids { note(id, rows[id: id].flatMap(loan.key)) }
        }
        cursor = rows.cursor
    }

    private func note(_ id: ID, _ key: AnyHashable?) {
        let former = lent[id]
        guard former != key else { return }
        if let former { rows[former]?.remove(id) }
        lent[id] = key
        if let key { rows[key, default: []].insert(id) }
    }
}
