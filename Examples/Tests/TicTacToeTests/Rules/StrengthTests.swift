// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeRules
import TributaryTesting

@Suite("A computer", .timeLimit(.minutes(30)))
struct StrengthTests {
    @Test("that is perfect never loses, whatever is played against it", arguments: Mark.allCases)
    func perfect(mark: Mark) {
        var ends: [String: Int] = [:]
        var seen: Set<OpenBoard> = []
        play(.open(OpenBoard()), as: mark, &seen, &ends)
        #expect(ends["lost"] == nil)
        #expect((ends["won"] ?? 0) > 0 && (ends["drawn"] ?? 0) > 0)
    }

    @Test("that is perfect draws against another")
    func perfectAgainstPerfect() {
        for seed in 1...50 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var position = Position.open(OpenBoard())
            while case .open(let open) = position {
                guard let next = open.playing(Strength.perfect.field(on: open, using: &generator)) else {
                    break
                }
                position = next
            }
            guard case .drawn = position else {
                Issue.record("\(position)")
                return
            }
        }
    }

    @Test("that is perfect wins as soon as it can", arguments: [[1, 4, 2, 5], [1, 4, 2, 9, 7, 6]])
    func winsSoon(moves: [Int]) {
        let open = openBoard(after: moves)
        for field in Strength.perfect.fields(on: open) {
            guard case .won = open.playing(field) else {
                Issue.record("\(field) does not win.")
                return
            }
        }
    }

    @Test("of medium strength wins when it can, else prevents a win, else plays anything")
    func medium() {
        #expect(Strength.medium.fields(on: openBoard(after: [1, 4, 2, 5])) == [field(3)])
        #expect(Strength.medium.fields(on: openBoard(after: [1, 5, 2])) == [field(3)])
        #expect(Strength.medium.fields(on: openBoard(after: [1])).count == 8)
    }

    @Test("chooses among free fields only, each now and then", arguments: Strength.allCases)
    func chooses(strength: Strength) {
        var generator = SeededGenerator(seed: 7)
        let open = openBoard(after: [5])
        var chosen: Set<Field> = []
        for _ in 0..<200 { chosen.insert(strength.field(on: open, using: &generator)) }
        #expect(chosen == Set(strength.fields(on: open)))
        #expect(chosen.isSubset(of: Set(open.freeFields)))
        // Against a cross in the middle, only corners hold.
        if strength == .perfect { #expect(chosen == Set([1, 3, 7, 9].map(field))) }
    }

    /// Plays every move of the other, and each of the computer's best ones.
    private func play(
        _ position: Position,
        as mark: Mark,
        _ seen: inout Set<OpenBoard>,
        _ ends: inout [String: Int]
    ) {
        switch position {
        case .won(let won): ends[won.winner == mark ? "won" : "lost", default: 0] += 1
        case .drawn: ends["drawn", default: 0] += 1
        case .open(let open):
            // The rest depends on the board alone, so each is checked once.
            guard seen.insert(open).inserted else { return }
            for field in open.turn == mark ? Strength.perfect.fields(on: open) : open.freeFields {
                guard let next = open.playing(field) else { continue }
                play(next, as: mark, &seen, &ends)
            }
        }
    }
}
