// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("Text", .timeLimit(.minutes(30)))
struct TextWidthTests {
    @Test(
        "takes the columns that its characters fill",
        arguments: [
            ("abc", 3), ("漢字", 4), ("🙂", 2), ("👨‍👩‍👧", 2), ("é", 1), ("e\u{301}", 1), ("한글", 4), ("ｆｕ", 4),
            ("", 0),
            ("✓…·“”", 5), ("❤️", 2), ("\u{1B}", 0),
        ]
    )
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        "fits into columns exactly, cut or filled up",
        arguments: [
            ("abc", 5, "abc  "), ("abcdef", 4, "abc…"), ("漢字漢", 4, "漢… "), ("漢字", 4, "漢字"), ("abc", 0, ""),
            ("abc", -1, ""), ("漢", 1, "…"),
        ]
    )
    func fitted(text: String, columns: Int, expected: String) {
        #expect(text.fitted(to: columns) == expected)
    }

    @Test(
        "wraps between words, and within those that are too long",
        arguments: [
            ("some words here", 10, ["some words", "here"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
            ("a\n\nb", 5, ["a", "", "b"]), ("漢字漢字", 5, ["漢字", "漢字"]), ("", 5, [""]),
        ]
    )
    func wrapped(text: String, columns: Int, expected: [String]) {
        #expect(text.wrapped(to: columns) == expected)
    }
}
