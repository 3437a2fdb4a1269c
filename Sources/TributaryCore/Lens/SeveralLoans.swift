// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is lent to several properties of a child; every change counts as one of all.
final class SeveralLoans<Root, Part>: Loan<Root, Part> {
    private let first: Loan<Root, Part>
    private let others: Loan<Root, Part>

    init(_ loans: [Loan<Root, Part>]) {
        first = loans[0]
        others = loans.count == 2 ? loans[1] : SeveralLoans(Array(loans.dropFirst()))
    }

    override func read(_ root: Root, _ part: Part, _ body: (Part) -> Void) -> Bool {
        var isThere = false
        return first.read(root, part) { isThere = others.read(root, $0, body) } && isThere
    }

    override func modify(
        _ root: inout Root,
        _ child: LentChild<Root, Part>,
        _ body: (inout Part) -> Void
    ) -> Bool {
        let others = others
        return first.modify(
            &root,
            LentChild(isInPlace: child.isInPlace, read: child.read) { others.modify(&$0, child, $1) },
            body
        )
    }
}
