// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Lender {
    /// The state of a child with what it borrows, as a snapshot: for code that has the whole state alone, such as a reducer
    /// of the parent, the props of a screen, or a test.
    ///
    /// Finds on each call how the state lends to such a child; a scope finds it once.
    ///
    /// - Parameter child: The child's state, which is not at its turn.
    /// - Returns: The same with what it borrows, or `nil` where that is gone.
    public func lending<Child: Borrower>(to child: Child) -> Child? {
        guard let loan = Loan<Self, Child>.ofStates() else { return child }
        var snapshot: Child?
        return loan.read(self, child) { snapshot = $0 } ? snapshot : nil
    }
}

/// How a state lends to a child in it.
///
/// Found once, when a tree is resolved or a scope is made. Where nothing is lent there is none, and nothing is paid.
@usableFromInline
class Loan<Root, Part> {
    /// Shows a child with what it borrows to a closure.
    ///
    /// - Returns: Whether there is what it borrows.
    @usableFromInline
    func read(_ root: Root, _ part: Part, _ body: (Part) -> Void) -> Bool {
        body(part)
        return true
    }

    /// Changes a child with what it borrows, which lies in the child meanwhile.
    ///
    /// - Parameters:
    ///   - root: The state that lends.
    ///   - child: The child without what it borrows.
    ///   - body: Changes the child.
    /// - Returns: Whether there is the child, and what it borrows.
    @usableFromInline
    func modify(_ root: inout Root, _ child: LentChild<Root, Part>, _ body: (inout Part) -> Void) -> Bool {
        child.modify(&root, body)
    }

    /// Whether there is what a child borrows.
    func isThere(for part: Part, in root: Root) -> Bool { read(root, part) { _ in } }

    /// What a child borrows, where changes of it are known one by one.
    func key(of part: Part) -> AnyHashable? { nil }

    /// Equal at two moments if nothing that is lent came or went in between; `nil` where that is not known.
    func membership(in root: Root) -> ChangeStamp? { nil }

    /// Where the log of what is lent was; `nil` if there is none.
    func cursor(in root: Root) -> ChangeCursor? { nil }

    /// What changed since; `nil` where every child may borrow something that changed.
    func changes(in root: Root, after cursor: ChangeCursor) -> [AnyHashable]? { nil }

    /// What changed since a mark; `nil` where every child may borrow something that changed.
    func changes(in root: Root, since mark: ChangeStamp) -> [AnyHashable]? { nil }

    /// Marks this moment, where it can be marked.
    func mark(in root: inout Root) -> ChangeStamp? { nil }

    /// How a state lends to a child, if it does.
    @usableFromInline
    static func ofStates() -> Loan? {
        func make<L: Lender, B: Borrower>(_: L.Type, _: B.Type) -> AnyObject? {
            let lent = L.lent
            let loans = B.borrowed.ways.compactMap { $0.loan(from: lent) }
            return loans.count < 2 ? loans.first : SeveralLoans(loans)
        }
        guard let lender = Root.self as? any Lender.Type, let borrower = Part.self as? any Borrower.Type
        else { return nil }
        return make(lender, borrower) as? Loan
    }
}

/// A child that borrows, before it does.
@usableFromInline
struct LentChild<Root, Part> {
    let read: (Root, (Part) -> Void) -> Bool
    let modify: (inout Root, (inout Part) -> Void) -> Bool

    /// Whether no code of the program runs between the state and the child.
    let isInPlace: Bool

    @usableFromInline
    init(
        isInPlace: Bool,
        read: @escaping (Root, (Part) -> Void) -> Bool,
        modify: @escaping (inout Root, (inout Part) -> Void) -> Bool
    ) {
        self.isInPlace = isInPlace
        self.read = read
        self.modify = modify
    }
}

/// How rows of a collection are lent to a property of a child.
final class RowLoan<Root, Part, Value: Identifiable>: Loan<Root, Part> {
    private let rows: Lens<Root, IdentifiedArrayOf<Value>>
    private let property: Lens<Part, Borrowed<Value>>

    init(from rows: Lens<Root, IdentifiedArrayOf<Value>>, to property: Lens<Part, Borrowed<Value>>) {
        self.rows = rows
        self.property = property
    }

    private func lentID(of part: Part) -> Value.ID? {
        var id: Value.ID?
        property.read(part) { id = $0.lentID }
        return id
    }

    override func read(_ root: Root, _ part: Part, _ body: (Part) -> Void) -> Bool {
        guard let id = lentID(of: part) else { return super.read(root, part, body) }
        return rows.readRow(id, of: root) { row in
            var part = part
            property.modify(&part) { $0.value = row }
            body(part)
        }
    }

    override func isThere(for part: Part, in root: Root) -> Bool {
        guard let id = lentID(of: part) else { return true }
        return rows.readRow(id, of: root) { _ in }
    }

    override func modify(
        _ root: inout Root,
        _ child: LentChild<Root, Part>,
        _ body: (inout Part) -> Void
    ) -> Bool {
        var id: Value.ID?
        guard child.read(root, { id = lentID(of: $0) }) else { return false }
        guard let id else { return child.modify(&root, body) }
        // Where code of the program runs in between, it does not find the collection without the row (law 14).
        let isMoved = rows.isInPlace && child.isInPlace
        var position: Int?
        var row = isMoved ? takeOut(id, of: &root, &position) : copy(id, of: root)
        guard row != nil else { return false }
        _ = child.modify(&root) { part in
            property.modify(&part) { $0.value = row.take() }
            body(&part)
            property.modify(&part) { if $0.lentID == id { row = $0.value.take() } }
        }
        guard row != nil else { stopLost(id) }
        rows.modify(&root) { rows in
            if isMoved { rows.putBack(row.take(), at: position, id: id) } else { rows[id: id] = row.take() }
        }
        return true
    }

    private func takeOut(_ id: Value.ID, of root: inout Root, _ position: inout Int?) -> Value? {
        var row: Value?
        rows.modify(&root) { rows in
            position = rows.positions[id]
            rows.restartRecording()
            if let position { row = rows.takeOut(at: position) }
        }
        return row
    }

    private func copy(_ id: Value.ID, of root: Root) -> Value? {
        var row: Value?
        _ = rows.readRow(id, of: root) { row = $0 }
        return row
    }

    private func stopLost(_ id: Value.ID) -> Never {
        DiagnosticReporter.current.stop(
            Diagnostic(
                .borrowedLost,
                message: """
                    A child, \(typeName(Part.self)), gave away what it had borrowed: \(typeName(Value.self)) with the \
                    identifier \(id).
                    """,
                remedy: """
                    Let the parent put another state in the place of the child's, or keep `$`, the loan, in the new \
                    state.
                    """
            )
        )
    }

    private static func keys(_ ids: [Value.ID]?) -> [AnyHashable]? { ids?.map { AnyHashable($0) } }

    override func key(of part: Part) -> AnyHashable? { lentID(of: part).map { AnyHashable($0) } }

    override func membership(in root: Root) -> ChangeStamp? {
        var stamp: ChangeStamp?
        rows.read(root) { stamp = $0.membership }
        return stamp
    }

    override func cursor(in root: Root) -> ChangeCursor? {
        var cursor: ChangeCursor?
        rows.read(root) { cursor = $0.cursor }
        return cursor
    }

    override func changes(in root: Root, after cursor: ChangeCursor) -> [AnyHashable]? {
        var changed: [AnyHashable]?
        rows.read(root) { rows in
            changed = rows.mayHaveChanged(after: cursor) ? Self.keys(rows.changes(after: cursor)) : []
        }
        return changed
    }

    override func changes(in root: Root, since mark: ChangeStamp) -> [AnyHashable]? {
        var changed: [AnyHashable]?
        rows.read(root) { rows in
            switch rows.changes(since: mark) {
            case .none: changed = []
            case .elements(let ids, _): changed = Self.keys(ids)
            case .everything: break
            }
        }
        return changed
    }

    override func mark(in root: inout Root) -> ChangeStamp? {
        guard rows.isInPlace else { return nil }
        var mark: ChangeStamp?
        rows.modify(&root) { mark = $0.markObserved() }
        return mark
    }
}

extension Lens {
    /// The way to a child that may borrow from the root.
    @usableFromInline
    func lending() -> (lens: Lens, isLent: Bool) {
        guard let loan = Loan<Root, Part>.ofStates() else { return (self, false) }
        let child = LentChild(
            isInPlace: isInPlace,
            read: { read($0, $1) },
            modify: { modify(&$0, $1) }
        )
        let lens = Lens(
            .closures(
                Closures(
                    read: { root, body in
                        var isThere = false
                        return read(root) { isThere = loan.read(root, $0, body) } && isThere
                    },
                    modify: { root, body in loan.modify(&root, child, body) },
                    isReadable: isReadable
                )
            )
        )
        return (lens, true)
    }
}
