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
    @inlinable
    public func lending<Child: Borrower>(to child: Child) -> Child? {
        guard let loan = Loan<Self, Child>.ofStates() else { return child }
        var snapshot: Child?
        let isThere = withUnsafePointer(to: self) { loan.read($0, child) { snapshot = $0 } }
        return isThere ? snapshot : nil
    }
}

/// How a state lends to a child in it.
///
/// Found once, when a tree is resolved or a scope is made. Where nothing is lent there is none, and nothing is paid.
@usableFromInline
final class Loan<Root, Part> {
    /// A property of the child, and the collection whose rows it borrows.
    @usableFromInline
    final class Way {
        @usableFromInline let property: BorrowedProperty<Part>
        @usableFromInline let rows: LentCollection<Root>

        @inlinable
        init(_ property: BorrowedProperty<Part>, _ rows: LentCollection<Root>) {
            self.property = property
            self.rows = rows
        }
    }

    @usableFromInline let ways: [Way]

    /// The way, where there is only one: then changes of what is lent are known one by one.
    @usableFromInline let single: Way?

    /// The collection, where there is only one.
    @usableFromInline let rows: LentCollection<Root>?

    /// - Parameter ways: The ways, of which there is at least one.
    @inlinable
    init(_ ways: [Way]) {
        self.ways = ways
        single = ways.count == 1 ? ways[0] : nil
        rows = ways.allSatisfy { $0.rows.row == ways[0].rows.row } ? ways[0].rows : nil
    }

    /// How a state lends to a child, if it does.
    @inlinable
    static func ofStates() -> Loan? {
        guard let lender = Root.self as? any Lender.Type, let borrower = Part.self as? any Borrower.Type,
            let collections = lent(by: lender), let properties = borrowed(by: borrower)
        else { return nil }
        let ways = properties.compactMap { property in
            collections.first { $0.row == property.value }.map { Way(property, $0) }
        }
        return ways.isEmpty ? nil : Loan(ways)
    }

    @usableFromInline
    static func lent<L: Lender>(by _: L.Type) -> [LentCollection<Root>]? {
        (L.lent as? LentCollections<Root>)?.collections
    }

    @usableFromInline
    static func borrowed<B: Borrower>(by _: B.Type) -> [BorrowedProperty<Part>]? {
        (B.borrowed as? BorrowedProperties<Part>)?.properties
    }

    /// Shows a child with what it borrows to a closure.
    ///
    /// - Returns: Whether there is what it borrows.
    @inlinable
    func read(_ root: UnsafePointer<Root>, _ part: Part, _ body: (Part) -> Void) -> Bool {
        var part = part
        if let single {
            guard single.fill(&part, from: root) else { return false }
        } else {
            for way in ways where !way.fill(&part, from: root) { return false }
        }
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
    @inlinable
    func modify(_ root: inout Root, _ child: LentChild<Root, Part>, _ body: (inout Part) -> Void) -> Bool {
        guard let single else { return modifySeveral(&root, child, body) }
        return single.modify(&root, child, isMoved: true, ended: nil, body)
    }

    /// Whether there is what a child borrows.
    @inlinable
    func isThere(for part: Part, in root: UnsafePointer<Root>) -> Bool {
        ways.allSatisfy { $0.isThere(for: part, in: root) }
    }

    /// The hash value of what a child borrows, where changes of it are known one by one.
    @inlinable
    func key(of part: Part) -> Int? { single?.property.key(part) }

    /// Equal at two moments if nothing that is lent came or went in between; `nil` where that is not known.
    @inlinable
    func membership(in root: UnsafePointer<Root>) -> ChangeStamp? { rows?.membership(root) }

    /// Where the log of what is lent was; `nil` if there is none.
    @inlinable
    func cursor(in root: UnsafePointer<Root>) -> ChangeCursor? { single?.rows.cursor(root) }

    /// The hash values of what changed since; `nil` where every child may borrow something that changed.
    @inlinable
    func changes(in root: UnsafePointer<Root>, after cursor: ChangeCursor) -> [Int]? {
        single?.rows.changesAfter(root, cursor)
    }

    /// The hash values of what changed since a mark; `nil` where every child may borrow something that changed.
    @inlinable
    func changes(in root: UnsafePointer<Root>, since mark: ChangeStamp) -> [Int]? {
        single?.rows.changesSince(root, mark)
    }

    /// Marks this moment, where it can be marked.
    @inlinable
    func mark(in root: inout Root) -> ChangeStamp? { single?.rows.mark(&root) }
}

/// A child that borrows, before it does.
@usableFromInline
struct LentChild<Root, Part> {
    @usableFromInline let read: (UnsafePointer<Root>, (Part) -> Void) -> Bool
    @usableFromInline let modify: (inout Root, (inout Part) -> Void) -> Bool

    /// Whether no code of the program runs between the state and the child.
    @usableFromInline let isInPlace: Bool

    @inlinable
    init(
        isInPlace: Bool,
        read: @escaping (UnsafePointer<Root>, (Part) -> Void) -> Bool,
        modify: @escaping (inout Root, (inout Part) -> Void) -> Bool
    ) {
        self.isInPlace = isInPlace
        self.read = read
        self.modify = modify
    }
}

extension Loan.Way {
    @inlinable
    func fill(_ part: inout Part, from root: UnsafePointer<Root>) -> Bool {
        property.withRow { row in
            guard property.ask(part, row) else { return true }
            guard rows.copy(root, row) else { return false }
            property.give(&part, row)
            return true
        }
    }

    @inlinable
    func isThere(for part: Part, in root: UnsafePointer<Root>) -> Bool {
        property.withRow { row in !property.ask(part, row) || rows.contains(root, row) }
    }

    /// Changes a child with what the property borrows, which may leave the collection if it is to be moved.
    ///
    /// Returns whether there is the child, and what it borrows. `ended` is told the identifier of a row that was changed.
    @inlinable
    func modify(
        _ root: inout Root,
        _ child: LentChild<Root, Part>,
        isMoved: Bool,
        ended: ((AnyHashable?) -> Void)?,
        _ body: (inout Part) -> Void
    ) -> Bool {
        property.withRow { row in
            var isLoan = false
            guard withUnsafePointer(to: &root, { child.read($0) { isLoan = property.ask($0, row) } }) else {
                return false
            }
            guard isLoan else { return child.modify(&root, body) }
            // Where code of the program runs in between, it does not find the collection without the row (law 14).
            let isMoved = isMoved && rows.isInPlace && child.isInPlace
            guard isMoved ? rows.takeOut(&root, row) : withUnsafePointer(to: &root, { rows.copy($0, row) })
            else { return false }
            let isThere = child.modify(&root) { part in
                property.give(&part, row)
                body(&part)
                property.takeBack(&part, row)
            }
            switch rows.putBack(&root, row) {
            case .unchanged: break
            case .changed: if let ended { ended(rows.id(row)) }
            case .lost: stopLost(rows.id(row))
            }
            return isThere
        }
    }

    @usableFromInline
    func stopLost(_ id: AnyHashable?) -> Never {
        DiagnosticReporter.current.stop(
            Diagnostic(
                .borrowedLost,
                message: """
                    A child, \(typeName(Part.self)), gave away what it had borrowed: \(typeName(property.value)) with the \
                    identifier \(id?.base ?? "").
                    """,
                remedy: """
                    Let the parent put another state in the place of the child's, or keep `$`, the loan, in the new \
                    state.
                    """
            )
        )
    }
}

extension Lens {
    /// The way to a child that may borrow from the root.
    @inlinable
    func lending() -> (lens: Lens, isLent: Bool) {
        guard let loan = Loan<Root, Part>.ofStates() else { return (self, false) }
        let child = LentChild<Root, Part>(
            isInPlace: isInPlace,
            read: { read(at: $0, $1) },
            modify: { modify(&$0, $1) }
        )
        let lens = Lens(
            .closures(
                Closures(
                    read: { root, body in
                        var isThere = false
                        return withUnsafePointer(to: root) { root in
                            read(at: root) { isThere = loan.read(root, $0, body) }
                        } && isThere
                    },
                    modify: { root, body in loan.modify(&root, child, body) },
                    isReadable: isReadable
                )
            )
        )
        return (lens, true)
    }
}
