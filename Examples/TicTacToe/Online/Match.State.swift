// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeRules

/// The seat of a player.
package enum Seat: String, Codable, CaseIterable, Sendable { case host, guest }

/// The identifier that a player's program gives to a move, to detect repeated delivery.
package struct MoveID: Hashable, Sendable, Codable {
    package let text: String

    /// Makes an identifier, unless the text is empty or longer than 64 bytes.
    package init?(_ text: String) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// Makes a unique identifier.
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
    /// The state of a match.
    package struct State: MatchStanding, Equatable, Sendable, Codable {
        /// A move of the current game.
        package struct Move: Equatable, Sendable, Codable {
            package let id: MoveID
            /// The number of the field.
            package let field: Int
        }

        /// The number of the game within the match, from one.
        package private(set) var number = 1
        /// The names of the players.
        package private(set) var names: [Seat: PlayerName] = [:]
        /// The secret that protects the guest's seat; never sent to a player.
        package private(set) var token: String?
        /// The moves of the current game.
        package private(set) var moves: [Move] = []
        /// The request for this game, unless it is the first one.
        package private(set) var begun: MoveID?
        /// The number of games won by each player.
        package private(set) var wins: [Seat: Int] = [:]
        /// The identifiers of the previous game, so that repeated ones are ignored.
        private var earlier: Set<MoveID> = []

        /// Makes a match without players.
        package init() {}
    }
}

extension Match.State {
    /// The seat of a mark.
    package func seat(of mark: Mark) -> Seat { self.mark(of: .host) == mark ? .host : .guest }

    /// Whether a request with this identifier was already accepted.
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

    /// Makes a move, or returns the reason why it is not possible.
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

    /// Starts another game, or returns the reason why it is not possible.
    mutating func begin(_ id: MoveID) -> String? {
        if case .open = position { return "The game is not over." }
        earlier = Set(moves.map(\.id))
        begun = id
        moves = []
        number += 1
        return nil
    }
}
