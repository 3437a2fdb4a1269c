// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CostTestSupport
import Foundation
import Testing

@testable import TerminalKit

@Suite("The cost of showing and reading hostile text", .timeLimit(.minutes(30)))
struct CostTests {
    private static let pieces = ["x", "x ", "漢", "e\u{301}", "\u{301}", "\u{202E}", "\n", " ", "👨\u{200D}"]

    @Test("Wrapping grows with the text and no faster", arguments: pieces)
    func wrapping(piece: String) {
        let growth = ProcessorTime.growth(from: 20_000, of: { String(repeating: piece, count: $0) }) {
            _ = $0.wrapped(to: 80)
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test("Cutting and cleaning a line grow with the text and no faster", arguments: pieces)
    func fitting(piece: String) {
        let growth = ProcessorTime.growth(from: 20_000, of: { String(repeating: piece, count: $0) }) {
            _ = $0.withoutControls.fitted(to: 80)
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test("A word of a million letters is wrapped")
    func longWord() {
        let lines = String(repeating: "x", count: 1_000_000).wrapped(to: 80)
        #expect(lines.count == 12_500)
        #expect(lines.allSatisfy { $0.utf8.count == 80 })
    }

    @Test(
        "The cost of reading keys is linear in the length of the input",
        arguments: [
            [0x61], [0x1B], [0x1B, 0x5B], [0x1B, 0x5B, 0x31, 0x3B], [0xE2, 0x82], [0xCC, 0x81], [0xFF],
        ]
            as [[UInt8]]
    )
    func keys(piece: [UInt8]) {
        let growth = ProcessorTime.growth(
            from: 10_000,
            of: { repeatElement(piece, count: $0).flatMap(\.self) }
        ) {
            var decoder = KeyDecoder()
            for start in stride(from: 0, to: $0.count, by: 1024) {
                _ = decoder.keys(from: $0[start..<min($0.count, start + 1024)])
            }
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }
}
