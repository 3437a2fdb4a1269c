// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Three fields that win together.
package struct Line: Hashable, Sendable {
    /// The fields, in the order of their numbers.
    package let fields: [Field]

    var bits: UInt16 { fields.reduce(0) { $0 | $1.bit } }

    /// Three rows, three columns, two diagonals.
    package static let all = [
        [1, 2, 3], [4, 5, 6], [7, 8, 9],
        [1, 4, 7], [2, 5, 8], [3, 6, 9],
        [1, 5, 9], [3, 5, 7],
    ].map { Line(fields: $0.compactMap(Field.init)) }
}
