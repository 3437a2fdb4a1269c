// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TicTacToeRules

/// What a player tells the host, one a line.
package enum ClientFrame: Equatable, Sendable, Codable {
    /// The first frame of a connection.
    case join(token: String, name: PlayerName)
    case play(id: MoveID, field: Int)
    case again(id: MoveID)
}

/// What the host tells a player, one a line.
package enum HostFrame: Equatable, Sendable, Codable {
    /// How the match stands, all of it: so nothing is missed when one comes back.
    case match(MatchView)
    case refused(id: MoveID?, reason: String)
}

/// A match as one of the two sees it.
package struct MatchView: MatchStanding, Equatable, Sendable, Codable {
    /// Where the one sits who sees it.
    package let seat: Seat
    package let number: Int
    package let names: [Seat: PlayerName]
    package let moves: [Match.State.Move]
    /// What asked for this game, if it is not the first one.
    package let begun: MoveID?
    package let wins: [Seat: Int]

    /// What a seat sees of a match.
    package init(of match: Match.State, from seat: Seat) {
        self.seat = seat
        (number, names, moves, wins) = (match.number, match.names, match.moves, match.wins)
        begun = match.begun
    }

    /// Whether the one who sees it can move.
    package var isMyTurn: Bool {
        guard case .open(let open) = position else { return false }
        return names.count == Seat.allCases.count && open.turn == mark(of: seat)
    }

    /// Whether the game is over.
    package var isOver: Bool { if case .open = position { false } else { true } }
}

/// Frames as lines.
package enum FrameLine {
    /// The longest line that is read.
    package static let limit = 8192

    /// A line, with its end.
    package static func text(of frame: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(frame) else { return "\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The frame that a line spells.
    package static func frame<Frame: Decodable>(_ type: Frame.Type, of line: [UInt8]) -> Frame? {
        try? JSONDecoder().decode(type, from: Data(line))
    }
}

/// Puts lines together from the pieces in which they come, and refuses those without an end.
package struct LineSplitter {
    /// A line is longer than any frame.
    package struct TooLong: Error {}

    private var rest: [UInt8] = []

    package init() {}

    /// The lines that end in the next piece.
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
