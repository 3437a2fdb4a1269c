// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The mark of a player; `x` has the first move.
package enum Mark: String, CaseIterable, Codable, Sendable {
    case x, o

    /// The other mark.
    package var opponent: Mark { self == .x ? .o : .x }

    /// `X` or `O`.
    package var letter: String { rawValue.uppercased() }
}
