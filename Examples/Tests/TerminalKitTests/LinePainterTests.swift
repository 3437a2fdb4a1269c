// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("A line painter", .timeLimit(.minutes(30)))
struct LinePainterTests {
    private let size = WindowSize(columns: 10, rows: 4)

    @Test("draws everything at first, each line in its place, and clears the rest")
    func first() {
        var painter = LinePainter()
        let lines = [StyledLine("Hi", .bar), StyledLine("漢字", .selected), StyledLine("0123456789")]
        #expect(
            painter.paint(lines, in: size)
                == "\u{1B}[1;1H\u{1B}[7mHi        \u{1B}[0m"
                + "\u{1B}[2;1H\u{1B}[1m漢字\u{1B}[0m\u{1B}[K"
                + "\u{1B}[3;1H0123456789"
                + "\u{1B}[4;1H\u{1B}[J"
        )
    }

    @Test("writes nothing for an equal screen")
    func equal() {
        var painter = LinePainter()
        let lines = [StyledLine("one"), StyledLine("", .faint), StyledLine("three", .problem)]
        _ = painter.paint(lines, in: size)
        #expect(painter.paint(lines, in: size) == "")
        #expect(painter.paint(lines, in: size) == "")
    }

    @Test("writes nothing for a difference that can't be seen")
    func unseen() {
        var painter = LinePainter()
        _ = painter.paint([StyledLine("0123456789abc")] + rows(3), in: size)
        #expect(painter.paint([StyledLine("0123456789xyz")] + rows(3) + rows(2), in: size) == "")
        #expect(painter.paint([StyledLine("0123456\u{1B}789xyz")] + rows(3), in: size) == "")
    }

    @Test("writes only the lines that are different, in their text or in their look")
    func different() {
        var painter = LinePainter()
        _ = painter.paint([StyledLine("a"), StyledLine("b"), StyledLine("c"), StyledLine("d")], in: size)
        #expect(
            painter.paint(
                [StyledLine("a"), StyledLine("longer"), StyledLine("c"), StyledLine("d", .good)],
                in: size
            ) == "\u{1B}[2;1Hlonger\u{1B}[K\u{1B}[4;1H\u{1B}[32md\u{1B}[0m\u{1B}[K"
        )
        #expect(
            painter.paint(
                [StyledLine("a"), StyledLine("b"), StyledLine("c"), StyledLine("d", .good)],
                in: size
            )
                == "\u{1B}[2;1Hb\u{1B}[K"
        )
    }

    @Test("clears the rest of the screen below the last line when there are fewer, once")
    func fewer() {
        var painter = LinePainter()
        _ = painter.paint(rows(4), in: size)
        #expect(painter.paint(rows(2), in: size) == "\u{1B}[3;1H\u{1B}[J")
        #expect(painter.paint(rows(2), in: size) == "")
        #expect(painter.paint([], in: size) == "\u{1B}[1;1H\u{1B}[J")
        #expect(painter.paint(rows(1), in: size) == "\u{1B}[1;1Hrow 1\u{1B}[K")
    }

    @Test("draws everything after a resize, and after `forget`")
    func resize() {
        var painter = LinePainter()
        let wide = "\u{1B}[1;1Hrow 1\u{1B}[K\u{1B}[2;1Hrow 2\u{1B}[K\u{1B}[3;1H\u{1B}[J"
        #expect(painter.paint(rows(2), in: size) == wide)
        #expect(
            painter.paint(rows(2), in: WindowSize(columns: 4, rows: 2))
                == "\u{1B}[1;1Hrow…\u{1B}[2;1Hrow…"
        )
        #expect(painter.paint(rows(2), in: size) == wide)
        painter.forget()
        #expect(painter.paint(rows(2), in: size) == wide)
    }

    @Test("joins pieces of different looks on a line, and cuts the last one")
    func spans() {
        var painter = LinePainter()
        let line = StyledLine("ab") + StyledLine("cd", .bold) + StyledLine("ef")
        #expect(
            painter.paint([line], in: WindowSize(columns: 8, rows: 1))
                == "\u{1B}[1;1Hab\u{1B}[1mcd\u{1B}[0mef\u{1B}[K"
        )
        #expect(
            painter.paint([line], in: WindowSize(columns: 4, rows: 1)) == "\u{1B}[1;1Hab\u{1B}[1mc…\u{1B}[0m"
        )
        #expect(line.text == "abcdef")
    }

    @Test("draws nothing if there is no room", arguments: [(0, 5), (5, 0), (0, 0), (-1, -1)])
    func noRoom(columns: Int, rows: Int) {
        var painter = LinePainter()
        let text = painter.paint(self.rows(3), in: WindowSize(columns: columns, rows: rows))
        #expect(!text.contains("row"))
    }

    private func rows(_ count: Int) -> [StyledLine] { (1...count).map { StyledLine("row \($0)") } }
}
