// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeRules

/// Where somebody sits.
package enum Seat: String, Codable, CaseIterable, Sendable { case host, guest }

/// What a move is called by who makes it, so that it is known when it comes again.
package struct MoveID: Hashable, Sendable, Codable {
    package let text: String

    /// The identifier, unless it is empty or longer than 64 bytes.
    package init?(_ text: String) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// An identifier that nothing else has.
    package init(_ id: UUID) { text = id.uuidString }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = MoveID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no identifier.")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Match {
    /// How a match stands.
    package struct State: MatchStanding, Equatable, Sendable, Codable {
        /// A move of the game that is played.
        package struct Move: Equatable, Sendable, Codable {
            package let id: MoveID
            /// The number of the field.
            package let field: Int
        }

        /// Which game of the match it is, from one.
        package private(set) var number = 1
        /// Who sits where.
        package private(set) var names: [Seat: PlayerName] = [:]
        /// What the guest's seat is taken by; never told to anybody.
        package private(set) var token: String?
        /// The moves of this game.
        package private(set) var moves: [Move] = []
        /// What asked for this game, if it is not the first one.
        package private(set) var begun: MoveID?
        /// How many games who has won.
        package private(set) var wins: [Seat: Int] = [:]
        /// What is known of the game before, so that nothing of it counts again.
        private var earlier: Set<MoveID> = []

        /// A match that nobody has joined.
        package init() {}
    }
}

extension Match.State {
    /// The seat of a mark.
    package func seat(of mark: Mark) -> Seat { self.mark(of: .host) == mark ? .host : .guest }

    /// Whether something of this identifier has happened.
    package func knows(_ id: MoveID) -> Bool {
        begun == id || earlier.contains(id) || moves.contains { $0.id == id }
    }

    mutating func sit(_ seat: Seat, _ name: PlayerName, _ token: String) {
        if seat == .guest {
            guard self.token == nil || self.token == token else { return }
            self.token = token
        }
        names[seat] = name
    }

    /// Makes a move, or says why it can't be made.
    mutating func play(_ id: MoveID, _ seat: Seat, _ number: Int) -> String? {
        guard case .open(let open) = position else { return "The game is over." }
        guard names.count == Seat.allCases.count else { return "Nobody sits there yet." }
        guard open.turn == mark(of: seat) else { return "It is the other one’s turn." }
        guard let field = Field(number), let next = open.playing(field) else {
            return "Field \(number) is taken."
        }
        moves.append(Move(id: id, field: number))
        if case .won(let won) = next { wins[self.seat(of: won.winner), default: 0] += 1 }
        return nil
    }

    /// Begins another game, or says why it can't begin.
    mutating func begin(_ id: MoveID) -> String? {
        if case .open = position { return "The game is not over." }
        earlier = Set(moves.map(\.id))
        begun = id
        moves = []
        number += 1
        return nil
    }
}
