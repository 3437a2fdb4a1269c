// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CostTestSupport
import Terminal
import Testing

@Suite("The cost of parsing a line", .timeLimit(.minutes(30)))
struct CostTests {
    @Test(
        "grows with the line and no faster",
        arguments: ["x", " ", "open ", "login x ", "e\u{301}", "\u{301}", "9"]
    )
    func commands(piece: String) {
        let growth = ProcessorTime.growth(
            from: 10_000,
            of: { "login " + String(repeating: piece, count: $0) }
        ) {
            _ = try? Command(line: $0)
            _ = try? Command(line: String($0.dropFirst(6)))
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }
}
