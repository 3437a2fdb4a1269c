// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TerminalKit

@Suite("Keys", .timeLimit(.minutes(30)))
struct KeyTests {
    @Test(
        "are decoded from the input of a terminal",
        arguments: [
            ("j", [.character("j")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}", [.escape]),
            ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\t", [.tab]), ("\u{1B}[3~", [.delete]),
            ("\r", [.enter]), ("\u{7F}", [.backspace]), ("\u{03}", [.interrupt]), ("\u{1B}[5~", [.pageUp]),
            ("é日", [.character("é"), .character("日")]), ("\u{1B}[A\u{1B}[Aq", [.up, .up, .character("q")]),
            ("\u{1B}[200~", []), ("\u{01}", []), ("\u{0C}", [.refresh]), ("\u{1A}", [.suspend]),
            ("\u{1B}OP", [.help]),
            ("\u{1B}[Z", [.backTab]), ("\u{1B}[<0;12;5M\u{1B}[<0;12;5m", [.click(column: 11, row: 4)]),
            ("\u{1B}[<64;1;1M\u{1B}[<65;1;1Mq", [.wheelUp, .wheelDown, .character("q")]),
            ("\u{1B}[<2;1;1M", []),
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\q", [.character("q")]),
            ("\u{1B}[?62;4cq", [.character("q")]),
        ] as [(String, [Key])]
    )
    func decoding(text: String, keys: [Key]) {
        #expect(Key.decode(Array(text.utf8)) == keys)
    }

    @Test("are put together when a read ends in the middle of a character", arguments: 0...11)
    func unfinished(end: Int) {
        let bytes = Array("aé日🙂ü".utf8)
        var decoder = KeyDecoder()
        let keys = decoder.keys(from: bytes[..<end]) + decoder.keys(from: bytes[end...])
        #expect(keys == "aé日🙂ü".map { .character($0) })
    }

    @Test("do not wait for the rest of invalid text")
    func nonsense() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(from: [0xFF]) == [.character("\u{FFFD}")])
        #expect(decoder.keys(from: [0x80, 0x80, 0x80, 0x80]).count == 4)
        #expect(decoder.keys(from: Array("q".utf8)) == [.character("q")])
    }

    @Test("are put together when a read ends in the middle of a sequence", arguments: 1...32)
    func unfinishedSequences(end: Int) {
        let bytes = Array("a\u{1B}[<0;120;50M\u{1B}]11;rgb:0/0/0\u{1B}\\b\u{1B}OA".utf8)
        // An escape alone is the escape key, so a read that ends there is taken by its word.
        guard bytes[end - 1] != 0x1B || end == 28 else { return }
        var decoder = KeyDecoder()
        let keys = decoder.keys(from: bytes[..<end]) + decoder.keys(from: bytes[end...])
        #expect(keys == [.character("a"), .click(column: 119, row: 49), .character("b"), .up])
    }

    @Test("are equal after encoding and decoding")
    func coding() throws {
        let keys: [Key] = [.up, .suspend, .character("é"), .click(column: 3, row: 4), .help]
        let data = try JSONEncoder().encode(keys)
        #expect(try JSONDecoder().decode([Key].self, from: data) == keys)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Key].self, from: Data("[\"jump\"]".utf8))
        }
    }

    @Test(
        "remain when the answers of a terminal are removed",
        arguments: [
            ("", nil, false, ""), ("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\\u{1B}[?62;4c", .light, true, ""),
            ("j\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}k\u{1B}[?6cl", .dark, true, "jkl"),
            ("\u{1B}]11;rgb:ff/00/00\u{07}", .dark, false, ""), ("\u{1B}[?6c", nil, true, ""),
            ("\u{1B}]11;nonsense\u{07}\u{1B}[?6c", nil, true, ""),
            ("\u{1B}]11;rgb:ff", nil, false, "\u{1B}]11;rgb:ff"),
        ] as [(String, Appearance.Background?, Bool, String)]
    )
    func answers(text: String, background: Appearance.Background?, isComplete: Bool, typed: String) {
        let answer = TerminalAnswer(Array(text.utf8))
        #expect(answer.background == background && answer.isComplete == isComplete)
        #expect(answer.typed == Array(typed.utf8))
    }
}
