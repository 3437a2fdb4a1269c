// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CostTestSupport
import Testing

@testable import TicTacToeTerminal

@Suite("The cost of parsing a line", .timeLimit(.minutes(30)))
struct CommandCostTests {
    @Test("grows with the line and no faster", arguments: ["x", " ", "x ", "e\u{301}", "\u{301}", "9"])
    func commands(piece: String) {
        let growth = ProcessorTime.growth(from: 10_000, of: { String(repeating: piece, count: $0) }) { text in
            for verb in ["", "set x human ", "set pace ", "move ", "watch "] {
                _ = try? Command(line: verb + text)
            }
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }
}
