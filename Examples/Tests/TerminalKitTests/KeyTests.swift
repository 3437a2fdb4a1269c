// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TerminalKit

@Suite("Keys", .timeLimit(.minutes(30)))
struct KeyTests {
    @Test(
        "are read from what a terminal sends",
        arguments: [
            ("j", [.character("j")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}", [.escape]),
            ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\t", [.tab]), ("\u{1B}[3~", [.delete]),
            ("\r", [.enter]), ("\u{7F}", [.backspace]), ("\u{03}", [.interrupt]), ("\u{1B}[5~", [.pageUp]),
            ("é日", [.character("é"), .character("日")]), ("\u{1B}[A\u{1B}[Aq", [.up, .up, .character("q")]),
            ("\u{1B}[200~", []), ("\u{01}", []), ("\u{0C}", [.refresh]),
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

    @Test("do not wait for the rest of what is no text")
    func nonsense() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(from: [0xFF]) == [.character("\u{FFFD}")])
        #expect(decoder.keys(from: [0x80, 0x80, 0x80, 0x80]).count == 4)
        #expect(decoder.keys(from: Array("q".utf8)) == [.character("q")])
    }
}
