// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import TributaryTesting

@Suite("The drawn screen", .timeLimit(.minutes(30)))
struct DrawingTests {
    @Test("shows the new content, whatever was there before", arguments: 1...30)
    func randomScreens(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var painter = LinePainter()
        var terminal = PaperTerminal(columns: 12, rows: 5)
        for _ in 0..<60 {
            let lines = (0..<Int.random(in: 0...6, using: &generator)).map { _ in line(using: &generator) }
            try terminal.write(painter.paint(lines, in: WindowSize(columns: 12, rows: 5)))
            var fresh = LinePainter()
            var paper = PaperTerminal(columns: 12, rows: 5)
            try paper.write(fresh.paint(lines, in: WindowSize(columns: 12, rows: 5)))
            #expect(terminal.lines == paper.lines)
            let texts = lines.prefix(5).map { $0.text.count > 12 ? $0.text.prefix(11) + "…" : $0.text }
            #expect(terminal.lines.prefix(texts.count).elementsEqual(texts))
        }
    }

    @Test("contains no control character of a text", arguments: 1...30)
    func controls(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let scalars = (0..<20).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0xA0, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            var terminal = PaperTerminal(columns: 30, rows: 1)
            var painter = LinePainter()
            let field = TextField(text)
            let line = StyledLine(text, .problem) + field.line(in: 5)
            try terminal.write(painter.paint([line], in: WindowSize(columns: 30, rows: 1)))
        }
    }

    @Test(
        "replaces line ends by spaces, and omits control characters",
        arguments: [
            ("plain", "plain"), ("two\nlines\r\nand\ttab", "two lines and tab"), ("\u{1B}[2J", "[2J"),
            ("\u{9B}2J\u{85}x", "2J x"), ("a\u{7F}\u{0}b", "ab"), ("\u{202E}abc\u{2066}", "abc"),
            ("👨‍👩‍👧 é", "👨‍👩‍👧 é"), ("\u{2028}", " "), ("", ""),
            (
                "e" + String(repeating: "\u{301}", count: 99) + "f",
                "e" + String(repeating: "\u{301}", count: 8) + "f"
            ),
        ]
    )
    func withoutControls(text: String, expected: String) {
        #expect(text.withoutControls == expected)
    }

    private func line(using generator: inout SeededGenerator) -> StyledLine {
        let letters = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
            "ab".randomElement(using: &generator) ?? "a"
        }
        let styles: [LineStyle] = [.plain, .bar, .bold, .problem]
        return StyledLine(String(letters), styles.randomElement(using: &generator) ?? .plain)
    }
}
