// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Loan {
    /// Changes a child that borrows by several properties.
    ///
    /// The last row is moved, and the others are copied: they may be rows of one collection, or even one row. What the child
    /// did not change is not written. Of a row that it changed through two properties, the change through the one that is
    /// listed first stays.
    @usableFromInline
    func modifySeveral(
        _ root: inout Root,
        _ child: LentChild<Root, Part>,
        _ body: (inout Part) -> Void
    ) -> Bool { modify(from: 0, &root, child, ChangedRows(), body) }

    private func modify(
        from index: Int,
        _ root: inout Root,
        _ child: LentChild<Root, Part>,
        _ changed: ChangedRows,
        _ body: (inout Part) -> Void
    ) -> Bool {
        let way = ways[index]
        let isLast = index == ways.count - 1
        let next = LentChild<Root, Part>(isInPlace: child.isInPlace, read: child.read) { [self] in
            modify(from: index + 1, &$0, child, changed, $1)
        }
        return way.modify(
            &root,
            isLast ? child : next,
            isMoved: isLast,
            ended: { [self] id in
                if let id, !changed.insert(id, of: way.rows.row) { reportTwice(id, way) }
            },
            body
        )
    }

    private func reportTwice(_ id: AnyHashable, _ way: Way) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .borrowedTwice,
                message: """
                    A child, \(typeName(Part.self)), borrowed one row by two properties, and changed it through both: \
                    \(typeName(way.property.value)) with the identifier \(id.base). The change through the property that is \
                    listed first stays.
                    """,
                remedy: """
                    Ask whether the two are the same row, `$first.id == $second.id`, before both are changed.
                    """
            )
        )
    }
}

/// The rows that a child changed in a turn.
private final class ChangedRows {
    private var rows: [(id: AnyHashable, type: Any.Type)] = []

    /// Returns whether the row is a new one.
    func insert(_ id: AnyHashable, of type: Any.Type) -> Bool {
        guard !rows.contains(where: { $0.id == id && $0.type == type }) else { return false }
        rows.append((id, type))
        return true
    }
}
