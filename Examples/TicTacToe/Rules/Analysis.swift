// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The value of every board if no player makes a mistake.
enum Analysis {
    /// The best fields for the current player: those that win soonest, otherwise draw, otherwise lose latest.
    static func bestFields(on open: OpenBoard) -> [Field] {
        let worths = open.freeFields.map { ($0, worth(of: open.playing($0))) }
        let best = worths.map(\.1).max()
        return worths.filter { $0.1 == best }.map(\.0)
    }

    /// The value of a move for the player who makes it: positive if it wins, and higher if it wins sooner.
    private static func worth(of position: Position?) -> Int {
        switch position {
        case .won: 10
        case .open(let open): later(-(worths[open] ?? 0))
        case .drawn, nil: 0
        }
    }

    /// The value of each open board for the current player; there are 4,520.
    private static let worths: [OpenBoard: Int] = {
        var worths: [OpenBoard: Int] = [:]
        _ = fill(&worths, from: OpenBoard())
        return worths
    }()

    private static func fill(_ worths: inout [OpenBoard: Int], from open: OpenBoard) -> Int {
        if let known = worths[open] { return known }
        var best = Int.min
        for field in open.freeFields {
            switch open.playing(field) {
            case .won: best = max(best, 10)
            case .open(let next): best = max(best, later(-fill(&worths, from: next)))
            case .drawn, nil: best = max(best, 0)
            }
        }
        worths[open] = best
        return best
    }

    /// Reduces a value slightly for each further move.
    private static func later(_ worth: Int) -> Int { worth - worth.signum() }
}
