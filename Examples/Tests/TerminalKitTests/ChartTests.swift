// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("Curves and bars", .timeLimit(.minutes(30)))
struct ChartTests {
    @Test("A curve goes through its values, without gaps, and fills exactly its room")
    func curve() {
        let size = WindowSize(columns: 8, rows: 2)
        #expect(BrailleCurve([0, 1], in: 0...1, size: size).rows == ["⠀⠀⠀⠀⣀⠤⠒⠉", "⣀⠤⠒⠉⠀⠀⠀⠀"])
        let steep = BrailleCurve([0, 100, 0], in: 0...100, size: WindowSize(columns: 3, rows: 3)).rows
        #expect(steep.allSatisfy { $0.count == 3 && $0.contains { $0 != "⠀" } })
        #expect(BrailleCurve([], in: 0...1, size: size).rows == Array(repeating: "⠀⠀⠀⠀⠀⠀⠀⠀", count: 2))
        #expect(BrailleCurve([5], in: 5...5, size: size).rows.count == 2)
        #expect(BrailleCurve([.infinity, -3, 9], in: 0...1, size: size).rows.count == 2)
        #expect(BrailleCurve([1, 2], in: 0...1, size: WindowSize(columns: -1, rows: 0)).rows.isEmpty)
    }

    @Test("Bars have eight steps in a cell")
    func bars() {
        #expect(BlockBar.lying(0.5, columns: 3) == "█▌ ")
        #expect(BlockBar.lying(2, columns: 3) == "███" && BlockBar.lying(-1, columns: 2) == "  ")
        #expect(BlockBar.standing(0.75, rows: 2) == ["▄", "█"])
        #expect(BlockBar.lying(1, columns: -1) == "")
    }
}
