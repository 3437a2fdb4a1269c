// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeRules

@Suite("A position", .timeLimit(.minutes(30)))
struct PositionTests {
    @Test("is one of 5,478, of which 4,520 are open, 942 won and 16 drawn")
    func all() {
        var positions: Set<Position> = []
        visit(.open(OpenBoard()), &positions)
        #expect(positions.count == 5_478)
        let counts = positions.reduce(into: [0, 0, 0]) { counts, position in
            switch position {
            case .open: counts[0] += 1
            case .won: counts[1] += 1
            case .drawn: counts[2] += 1
            }
        }
        #expect(counts == [4_520, 942, 16])
        for position in positions { #expect(isPossible(position), "\(position)") }
    }

    @Test("is the end of 255,168 games, of which crosses win 131,184, noughts 77,904, and 46,080 are drawn")
    func games() {
        var memory: [OpenBoard: [Int]] = [:]
        #expect(ends(after: OpenBoard(), &memory) == [131_184, 77_904, 46_080])
    }

    @Test("can’t be reached by playing a field twice")
    func occupied() {
        #expect(openBoard(after: [5]).playing(field(5)) == nil)
        #expect(openBoard(after: [5, 1]).playing(field(5)) == nil)
    }

    @Test("that is won names the lines, also two at once")
    func lines() throws {
        guard case .won(let row) = position(after: [1, 4, 2, 5, 3]) else { throw Unexpected() }
        #expect(row.winner == .x && row.lines.map { $0.fields.map(\.number) } == [[1, 2, 3]])
        guard case .won(let both) = position(after: [1, 4, 2, 5, 6, 7, 9, 8, 3]) else { throw Unexpected() }
        #expect(both.winner == .x && both.lines.map { $0.fields.map(\.number) } == [[1, 2, 3], [3, 6, 9]])
        guard case .won(let last) = position(after: [1, 3, 2, 5, 9, 7]) else { throw Unexpected() }
        #expect(last.winner == .o && last.lines.map { $0.fields.map(\.number) } == [[3, 5, 7]])
    }

    private func visit(_ position: Position, _ known: inout Set<Position>) {
        guard known.insert(position).inserted, case .open(let open) = position else { return }
        for field in open.freeFields {
            if let next = open.playing(field) { visit(next, &known) }
        }
    }

    private func isPossible(_ position: Position) -> Bool {
        let board = position.board
        let (crosses, noughts) = (board.count(of: .x), board.count(of: .o))
        let winners = Mark.allCases.filter { !board.lines(of: $0).isEmpty }
        guard crosses == noughts || crosses == noughts + 1 else { return false }
        switch position {
        case .open(let open):
            return winners.isEmpty && open.turn == (crosses == noughts ? .x : .o) && board.count < 9
        case .won(let won):
            return winners == [won.winner] && won.lines == board.lines(of: won.winner)
                && (won.winner == .x) == (crosses > noughts)
        case .drawn:
            return winners.isEmpty && board.count == 9
        }
    }

    private func ends(after open: OpenBoard, _ memory: inout [OpenBoard: [Int]]) -> [Int] {
        if let known = memory[open] { return known }
        var result = [0, 0, 0]
        for field in open.freeFields {
            switch open.playing(field) {
            case .won(let won): result[won.winner == .x ? 0 : 1] += 1
            case .drawn: result[2] += 1
            case .open(let next): result = zip(result, ends(after: next, &memory)).map(+)
            case nil: Issue.record("A free field can be played.")
            }
        }
        memory[open] = result
        return result
    }

    private struct Unexpected: Error {}
}
