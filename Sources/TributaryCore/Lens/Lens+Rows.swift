// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Lens {
    /// Changes a row of the part; where there is none, the property of the collection is not touched.
    ///
    /// - Returns: Whether there is one.
    @inlinable
    func modifyRow<ID: Hashable, Row>(_ id: ID, of root: inout Root, _ body: (inout Row) -> Void) -> Bool
    where Part == IdentifiedArray<ID, Row> {
        if !isInPlace, !hasRow(id, in: root) { return false }
        var isThere = true
        modify(&root) { rows in
            // One row changes here: code that looks at what changed should not have to look at every row.
            rows.restartRecording()
            isThere = rows.modify(id: id, body) != nil
        }
        return isThere
    }

    /// Not inlined, so that changing a row in place takes little stack.
    @inlinable
    @inline(never)
    func hasRow<ID: Hashable, Row>(_ id: ID, in root: Root) -> Bool where Part == IdentifiedArray<ID, Row> {
        var isThere = true
        read(root) { isThere = $0.contains(id: id) }
        return isThere
    }

    /// Shows a row of the part to a closure.
    ///
    /// - Returns: Whether there is one.
    @inlinable
    func readRow<ID: Hashable, Row>(_ id: ID, of root: Root, _ body: (Row) -> Void) -> Bool
    where Part == IdentifiedArray<ID, Row> {
        var isThere = false
        read(root) { isThere = $0[id: id].map(body) != nil }
        return isThere
    }
}
