// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a player puts on the board: crosses begin.
package enum Mark: String, CaseIterable, Codable, Sendable {
    case x, o

    /// The other one.
    package var opponent: Mark { self == .x ? .o : .x }

    /// `X` or `O`.
    package var letter: String { rawValue.uppercased() }
}
