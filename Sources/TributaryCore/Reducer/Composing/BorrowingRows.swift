// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a collection whose states borrow from the state that holds the collection.
@usableFromInline
final class BorrowingRows<Root, ID: Hashable, Row> {
    @usableFromInline let lens: Lens<Root, IdentifiedArray<ID, Row>>
    @usableFromInline let loan: Loan<Root, Row>
    @usableFromInline let index = BorrowerIndex<ID, Row>()
    @usableFromInline let isStack: Bool

    @inlinable
    init(_ lens: Lens<Root, IdentifiedArray<ID, Row>>, _ loan: Loan<Root, Row>, isStack: Bool) {
        self.lens = lens
        self.loan = loan
        self.isStack = isStack
    }

    /// The rows, if they borrow.
    @inlinable
    static func ofStates(_ lens: Lens<Root, IdentifiedArray<ID, Row>>, isStack: Bool) -> BorrowingRows? {
        Loan<Root, Row>.ofStates().map { BorrowingRows(lens, $0, isStack: isStack) }
    }

    @inlinable
    func read(_ root: Root, _ id: ID, _ body: (Row) -> Void) -> Bool {
        withUnsafePointer(to: root) { root in
            var isThere = false
            lens.read(at: root) { rows in
                if let position = rows.positions[id] {
                    isThere = loan.read(root, rows.storage[position], body)
                }
            }
            return isThere
        }
    }

    @inlinable
    func modify(_ root: inout Root, _ id: ID, _ body: (inout Row) -> Void) -> Bool {
        let row = LentChild<Root, Row>(
            isInPlace: lens.isInPlace,
            read: { [lens] root, body in
                var isThere = false
                lens.read(at: root) { rows in
                    guard let position = rows.positions[id] else { return }
                    isThere = true
                    body(rows.storage[position])
                }
                return isThere
            },
            modify: { [lens] in lens.modifyRow(id, of: &$0, $1) }
        )
        return loan.modify(&root, row, body)
    }

    @inlinable
    func recordChanges(in root: inout Root) {
        if withUnsafePointer(to: &root, { loan.cursor(in: $0) }) == nil { _ = loan.mark(in: &root) }
    }

    /// What the collection tells of its rows, and of what they borrow.
    @inlinable var link: RowsLink<Root> {
        RowsLink(
            moment: { [self] root in
                withUnsafePointer(to: root) { root in
                    var moment: RowsMoment?
                    lens.read(at: root) { moment = RowsMoment(membership: $0.membership, cursor: $0.cursor) }
                    guard let lentMembership = loan.membership(in: root),
                        let lentCursor = loan.cursor(in: root)
                    else { return nil }
                    moment?.lentMembership = lentMembership
                    moment?.lentCursor = lentCursor
                    return moment
                }
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
    @inlinable
    func changes(in root: Root, after cursor: ChangeCursor, _ lentCursor: ChangeCursor) -> [ID]? {
        withUnsafePointer(to: root) { root in
            guard let lent = loan.changes(in: root, after: lentCursor) else { return nil }
            var changed: [ID]?
            lens.read(at: root) { rows in
                let own = rows.mayHaveChanged(after: cursor) ? rows.changes(after: cursor) : []
                changed = own.map { index.rows($0, andBorrowersOf: lent, among: rows, loan) }
            }
            return changed
        }
    }

    /// What removes rows that borrow what is gone.
    ///
    /// As long as neither rows nor what they borrow come or go, it compares two numbers after each action.
    @inlinable
    func orphanWatch<Action>() -> Watch<Root, Action> {
        var seen: (rows: ChangeStamp, lent: ChangeStamp)?
        return Watch(
            isDue: { [self] root in
                var rows: ChangeStamp?
                var lent: ChangeStamp?
                withUnsafePointer(to: root) { root in
                    lens.read(at: root) { rows = $0.membership }
                    lent = loan.membership(in: root)
                }
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

    @inlinable
    func orphans(in root: Root) -> [ID] {
        withUnsafePointer(to: root) { root in
            var orphans: [ID] = []
            lens.read(at: root) { rows in
                for (id, row) in zip(rows.ids, rows.storage) where !loan.isThere(for: row, in: root) {
                    orphans.append(id)
                }
            }
            return orphans
        }
    }
}

extension BorrowingRows {
    /// What is done with the rows on every turn, for those who observe them.
    @inlinable var visit: RowVisit<Root, ID, Row> { RowVisit(lens, loan, BorrowerIndex()) }

    /// The identifiers of the rows, without those that borrow what is gone.
    @inlinable
    func ids(_ root: Root) -> [ID] {
        var ids: [ID] = []
        lens.read(root) { ids = $0.ids }
        let orphans = Set(orphans(in: root))
        return orphans.isEmpty ? ids : ids.filter { !orphans.contains($0) }
    }
}
