// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A row on its way between the collection that lends it and a child.
@usableFromInline
struct LentRow<Value: Identifiable> {
    @usableFromInline var id: Value.ID?
    @usableFromInline var value: Value?

    /// Where the row was, if it left the collection.
    @usableFromInline var position: Int?

    /// Names the loan; a value that was not changed comes back with it.
    @usableFromInline var turn = ChangeStamp.empty
    @usableFromInline var isChanged = false

    @inlinable
    init() {}

    /// Writes down what a property borrows; returns whether it borrows something.
    @inlinable
    mutating func ask(_ borrowed: Borrowed<Value>?) -> Bool {
        id = borrowed?.lentID
        return id != nil
    }
}

extension UnsafeMutableRawPointer {
    /// The row on its way that the pointer leads to.
    @inlinable
    func lent<Value>(_: Value.Type) -> UnsafeMutablePointer<LentRow<Value>> {
        assumingMemoryBound(to: LentRow<Value>.self)
    }
}

/// A collection that lends its rows, as functions that are made where its types are known (see `BorrowedProperty`).
///
/// The pointers lead to the state, and to a `LentRow` of the type of the collection's rows. A class, so that it is one reference.
@usableFromInline
final class LentCollection<Root> {
    @usableFromInline let row: Any.Type
    @usableFromInline let isInPlace: Bool
    @usableFromInline let contains: (UnsafePointer<Root>, UnsafeMutableRawPointer) -> Bool

    /// Puts a copy of the row there; returns whether there is one.
    @usableFromInline let copy: (UnsafePointer<Root>, UnsafeMutableRawPointer) -> Bool

    /// Moves the row there; returns whether there is one.
    @usableFromInline let takeOut: (inout Root, UnsafeMutableRawPointer) -> Bool

    /// Writes a row that was changed, and lets one that was not be as it was.
    @usableFromInline let putBack: (inout Root, UnsafeMutableRawPointer) -> LoanEnd

    /// The identifier of a row that was lent.
    @usableFromInline let id: (UnsafeMutableRawPointer) -> AnyHashable?
    @usableFromInline let membership: (UnsafePointer<Root>) -> ChangeStamp?
    @usableFromInline let cursor: (UnsafePointer<Root>) -> ChangeCursor?

    /// The hash values of the identifiers of what changed; `nil` where everything may have.
    @usableFromInline let changesAfter: (UnsafePointer<Root>, ChangeCursor) -> [Int]?
    @usableFromInline let changesSince: (UnsafePointer<Root>, ChangeStamp) -> [Int]?
    @usableFromInline let mark: (inout Root) -> ChangeStamp?

    @inlinable
    init<Row>(_ rows: LentRows<Root, Row>) {
        row = Row.self
        isInPlace = rows.lens.isInPlace
        contains = { rows.contains($1.lent(Row.self).pointee.id, in: $0) }
        copy = { rows.copy(from: $0, to: &$1.lent(Row.self).pointee) }
        takeOut = { rows.takeOut(of: &$0, to: &$1.lent(Row.self).pointee) }
        putBack = { rows.putBack(&$1.lent(Row.self).pointee, in: &$0) }
        id = { row in row.lent(Row.self).pointee.id.map { AnyHashable($0) } }
        membership = { root in rows.read(root, or: nil) { $0.membership } }
        cursor = { root in rows.read(root, or: nil) { $0.cursor } }
        changesAfter = { root, cursor in
            rows.read(root, or: nil) { rows in
                rows.mayHaveChanged(after: cursor) ? rows.changes(after: cursor)?.map(\.hashValue) : []
            }
        }
        changesSince = { root, mark in
            rows.read(root, or: nil) { rows in
                switch rows.changes(since: mark) {
                case .none: []
                case .elements(let ids, _): ids.map(\.hashValue)
                case .everything: nil
                }
            }
        }
        mark = { root in rows.mark(in: &root) }
    }
}

/// How a loan ended.
@usableFromInline
enum LoanEnd { case unchanged, changed, lost }

/// What the functions of a `LentCollection` share.
@usableFromInline
final class LentRows<Root, Row: Identifiable> {
    @usableFromInline let lens: Lens<Root, IdentifiedArrayOf<Row>>

    @inlinable
    init(_ lens: Lens<Root, IdentifiedArrayOf<Row>>) { self.lens = lens }

    @inlinable
    func read<Result>(
        _ root: UnsafePointer<Root>,
        or absent: Result,
        _ body: (IdentifiedArrayOf<Row>) -> Result
    ) -> Result {
        var result = absent
        lens.read(at: root) { result = body($0) }
        return result
    }

    @inlinable
    func contains(_ id: Row.ID?, in root: UnsafePointer<Root>) -> Bool {
        guard let id else { return false }
        return read(root, or: false) { $0.contains(id: id) }
    }

    @inlinable
    func copy(from root: UnsafePointer<Root>, to row: inout LentRow<Row>) -> Bool {
        guard let id = row.id else { return false }
        row.turn = .unique()
        row.value = read(root, or: nil) { $0[id: id] }
        return row.value != nil
    }

    @inlinable
    func takeOut(of root: inout Root, to row: inout LentRow<Row>) -> Bool {
        guard let id = row.id else { return false }
        lens.modify(&root) { rows in
            guard let position = rows.positions[id] else { return }
            row.position = position
            row.turn = .unique()
            row.value = rows.moveOut(at: position)
        }
        return row.position != nil
    }

    @inlinable
    func putBack(_ row: inout LentRow<Row>, in root: inout Root) -> LoanEnd {
        guard let id = row.id, row.value != nil else { return .lost }
        let isChanged = row.isChanged
        if let position = row.position {
            lens.modify(&root) { rows in
                guard let value = row.value.take() else { return }
                rows.moveBack(value, at: position)
                guard isChanged else { return }
                // One row changes here: code that looks at what changed should not have to look at every row.
                rows.restartRecording()
                rows.note(id)
                rows.settle(at: position)
            }
        } else if isChanged {
            lens.modify(&root) { $0[id: id] = row.value.take() }
        }
        return isChanged ? .changed : .unchanged
    }

    @inlinable
    func mark(in root: inout Root) -> ChangeStamp? {
        guard lens.isInPlace else { return nil }
        var mark: ChangeStamp?
        lens.modify(&root) { mark = $0.markObserved() }
        return mark
    }
}
