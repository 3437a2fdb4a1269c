// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TicTacToeRules

/// A message from a player to the host, one per line.
package enum ClientFrame: Equatable, Sendable, Codable {
    /// The first frame of a connection.
    case join(token: String, name: PlayerName)
    case play(id: MoveID, field: Int)
    case again(id: MoveID)
}

/// A message from the host to a player, one per line.
package enum HostFrame: Equatable, Sendable, Codable {
    /// The whole state of the match, so that a player who reconnects misses nothing.
    case match(MatchView)
    case refused(id: MoveID?, reason: String)
}

/// A match from the view of one player.
package struct MatchView: MatchStanding, Equatable, Sendable, Codable {
    /// The seat of this player.
    package let seat: Seat
    package let number: Int
    package let names: [Seat: PlayerName]
    package let moves: [Match.State.Move]
    /// The request for this game, unless it is the first one.
    package let begun: MoveID?
    package let wins: [Seat: Int]

    /// Makes the view of a seat.
    package init(of match: Match.State, from seat: Seat) {
        self.seat = seat
        (number, names, moves, wins) = (match.number, match.names, match.moves, match.wins)
        begun = match.begun
    }

    /// Whether this player can move.
    package var isMyTurn: Bool {
        guard case .open(let open) = position else { return false }
        return names.count == Seat.allCases.count && open.turn == mark(of: seat)
    }

    /// Whether the game is over.
    package var isOver: Bool { if case .open = position { false } else { true } }
}

/// Frames as lines.
package enum FrameLine {
    /// The length limit of a line.
    package static let limit = 8192

    /// A line, with its end.
    package static func text(of frame: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(frame) else { return "\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Decodes the frame in a line.
    package static func frame<Frame: Decodable>(_ type: Frame.Type, of line: [UInt8]) -> Frame? {
        try? JSONDecoder().decode(type, from: Data(line))
    }
}

/// Assembles lines from pieces of input, and refuses lines that are too long.
package struct LineSplitter {
    /// The error for a line that is longer than any frame.
    package struct TooLong: Error {}

    private var rest: [UInt8] = []

    package init() {}

    /// The lines that are completed by the next piece.
    package mutating func lines(from bytes: some Sequence<UInt8>) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            guard byte != 0x0A else {
                lines.append(rest)
                rest = []
                continue
            }
            guard rest.count < FrameLine.limit else { throw TooLong() }
            rest.append(byte)
        }
        return lines
    }
}
