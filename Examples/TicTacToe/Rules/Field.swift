// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One of the nine fields of the board.
package struct Field: Hashable, Sendable {
    /// From 1, at the top left, to 9, row by row.
    package let number: Int

    /// The field with a number, if there is one.
    package init?(_ number: Int) {
        guard (1...9).contains(number) else { return nil }
        self.number = number
    }

    /// All fields, row by row.
    package static let all = (1...9).compactMap(Field.init)

    /// The field in the middle.
    package static var center: Field { all[4] }

    /// The row, from 0 at the top.
    package var row: Int { (number - 1) / 3 }

    /// The column, from 0 at the left.
    package var column: Int { (number - 1) % 3 }

    /// The field at this distance, or this one if the distance leaves the board.
    package func moved(columns: Int, rows: Int) -> Field {
        let column = min(max(column + columns, 0), 2)
        let row = min(max(row + rows, 0), 2)
        return Self.all[row * 3 + column]
    }

    var bit: UInt16 { 1 << UInt16(number - 1) }
}
