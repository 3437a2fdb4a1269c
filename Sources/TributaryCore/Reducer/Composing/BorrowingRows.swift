// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a collection whose states borrow from the state that holds the collection.
@usableFromInline
final class BorrowingRows<Root, ID: Hashable, Row> {
    let lens: Lens<Root, IdentifiedArray<ID, Row>>
    let loan: Loan<Root, Row>
    private let index = BorrowerIndex<ID, Row>()
    private let isStack: Bool

    private init(_ lens: Lens<Root, IdentifiedArray<ID, Row>>, _ loan: Loan<Root, Row>, isStack: Bool) {
        self.lens = lens
        self.loan = loan
        self.isStack = isStack
    }

    /// The rows, if they borrow.
    @usableFromInline
    static func ofStates(_ lens: Lens<Root, IdentifiedArray<ID, Row>>, isStack: Bool) -> BorrowingRows? {
        Loan<Root, Row>.ofStates().map { BorrowingRows(lens, $0, isStack: isStack) }
    }

    @usableFromInline
    func read(_ root: Root, _ id: ID, _ body: (Row) -> Void) -> Bool {
        var isThere = false
        return lens.readRow(id, of: root) { isThere = loan.read(root, $0, body) } && isThere
    }

    @usableFromInline
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Row) -> Void) -> Bool {
        let row = LentChild<Root, Row>(
            isInPlace: lens.isInPlace,
            read: { [lens] in lens.readRow(id, of: $0, $1) },
            modify: { [lens] in lens.modifyRow(id, of: &$0, $1) }
        )
        return loan.modify(&root, row, body)
    }

    @usableFromInline
    func recordChanges(in root: inout Root) {
        if loan.cursor(in: root) == nil { _ = loan.mark(in: &root) }
    }

    /// What the collection tells of its rows, and of what they borrow.
    @usableFromInline var link: RowsLink<Root> {
        RowsLink(
            moment: { [self] root in
                var moment: RowsMoment?
                lens.read(root) { moment = RowsMoment(membership: $0.membership, cursor: $0.cursor) }
                guard let lentMembership = loan.membership(in: root), let lentCursor = loan.cursor(in: root)
                else { return nil }
                moment?.lentMembership = lentMembership
                moment?.lentCursor = lentCursor
                return moment
            },
            forEachChange: { [self] root, moment, body in
                guard let cursor = moment.cursor, let lentCursor = moment.lentCursor else { return false }
                guard let changed = changes(in: root, after: cursor, lentCursor) else { return false }
                for id in changed { body(AnyHashable(id)) }
                return true
            }
        )
    }

    /// The rows that changed, came or went, and those that borrow what did; `nil` where that is not known.
    func changes(in root: Root, after cursor: ChangeCursor, _ lentCursor: ChangeCursor) -> [ID]? {
        guard let lent = loan.changes(in: root, after: lentCursor) else { return nil }
        var changed: [ID]?
        lens.read(root) { rows in
            let own = rows.mayHaveChanged(after: cursor) ? rows.changes(after: cursor) : []
            changed = own.map { $0 + index.borrowers(of: lent, among: rows, loan) }
        }
        return changed
    }

    /// What removes rows that borrow what is gone.
    ///
    /// As long as neither rows nor what they borrow come or go, it compares two numbers after each action.
    @usableFromInline
    func orphanWatch<Action>() -> Watch<Root, Action> {
        var seen: (rows: ChangeStamp, lent: ChangeStamp)?
        return Watch(
            isDue: { [self] root in
                var rows: ChangeStamp?
                lens.read(root) { rows = $0.membership }
                let lent = loan.membership(in: root)
                if let seen, seen.rows == rows, seen.lent == lent { return false }
                if !orphans(in: root).isEmpty { return true }
                if let rows, let lent { seen = (rows, lent) }
                return false
            },
            answer: { [self] root in
                let orphans = orphans(in: root)
                lens.modify(&root) { rows in
                    if isStack, let lowest = orphans.first.flatMap({ rows.index(id: $0) }) {
                        rows.removeSubrange(lowest...)
                    } else {
                        for id in orphans { rows.remove(id: id) }
                    }
                }
                return .none
            },
            isIdle: { false }
        )
    }

    private func orphans(in root: Root) -> [ID] {
        var orphans: [ID] = []
        lens.read(root) { rows in
            orphans = rows.ids.filter { id in rows[id: id].map { !loan.isThere(for: $0, in: root) } ?? false }
        }
        return orphans
    }
}

extension BorrowingRows {
    /// What is done with the rows on every turn, for those who observe them.
    @usableFromInline var visit: RowVisit<Root, ID, Row> { RowVisit(lens, loan) }

    /// The identifiers of the rows, without those that borrow what is gone.
    @usableFromInline
    func ids(_ root: Root) -> [ID] {
        var ids: [ID] = []
        lens.read(root) { ids = $0.ids }
        let orphans = Set(orphans(in: root))
        return orphans.isEmpty ? ids : ids.filter { !orphans.contains($0) }
    }
}
