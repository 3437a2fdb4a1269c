// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The strength of a computer.
package enum Strength: String, CaseIterable, Codable, Sendable {
    /// Any free field.
    case easy
    /// Wins if it can, prevents the other from winning at once, and otherwise plays any field.
    case medium
    /// Never loses.
    case perfect

    /// The fields among which it chooses randomly; at least one.
    package func fields(on open: OpenBoard) -> [Field] {
        switch self {
        case .easy: return open.freeFields
        case .perfect: return Analysis.bestFields(on: open)
        case .medium:
            for mark in [open.turn, open.turn.opponent] {
                let winning = open.freeFields.filter {
                    !open.board.placing(mark, on: $0).lines(of: mark).isEmpty
                }
                if !winning.isEmpty { return winning }
            }
            return open.freeFields
        }
    }

    /// The field that it plays.
    package func field(on open: OpenBoard, using generator: inout some RandomNumberGenerator) -> Field {
        let fields = fields(on: open)
        return fields[Int.random(in: fields.indices, using: &generator)]
    }
}
