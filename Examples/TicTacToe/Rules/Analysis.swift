// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What every board is worth if no player makes a mistake.
enum Analysis {
    /// The fields that are best for the player whose turn it is: those that win soonest, else draw, else lose last.
    static func bestFields(on open: OpenBoard) -> [Field] {
        let worths = open.freeFields.map { ($0, worth(of: open.playing($0))) }
        let best = worths.map(\.1).max()
        return worths.filter { $0.1 == best }.map(\.0)
    }

    /// What a move is worth to the one who made it: above zero when it wins, the more the sooner.
    private static func worth(of position: Position?) -> Int {
        switch position {
        case .won: 10
        case .open(let open): later(-(worths[open] ?? 0))
        case .drawn, nil: 0
        }
    }

    /// The worth of each open board to the player whose turn it is; there are 4,520.
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

    /// What lies a move further in the future weighs a little less.
    private static func later(_ worth: Int) -> Int { worth - worth.signum() }
}
