// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing

@Suite("Texts of messages", .timeLimit(.minutes(30)))
struct MessageTextTests {
    @Test(
        "Ordinary text is accepted",
        arguments: [
            "Hi", "👨‍👩‍👧‍👦 👋🏽 ❤️ 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "می‌خواهم", "שלום, עולם!",
            "abc\u{200F}(1)\u{200E}", "क्षत्रिय", "Tiếng Việt", "e\u{301}\u{302}", "לְךָ֙", "བསྒྲུབས", "I 𝐥𝐨𝐯𝐞 Я",
            "a" + String(repeating: "\u{301}", count: 8), " ",
        ]
    )
    func accepted(text: String) {
        #expect(MessageText(text) != nil)
        #expect(MessageText(keptBefore: text).text == text)
    }

    static let forbidden: [Unicode.Scalar] =
        [0x202A...0x202E, 0x2066...0x206F, 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029]
        .flatMap { (range: ClosedRange<UInt32>) in range.compactMap { Unicode.Scalar($0) } }

    @Test("Text that reverses its direction, or moves a cursor, is refused", arguments: forbidden)
    func refused(scalar: Unicode.Scalar) {
        let text = "invoice\(scalar)gpj.exe"
        #expect(MessageText(text) == nil)
        #expect(MessageText(keptBefore: text).text == "invoicegpj.exe")
    }

    @Test("A heap of marks is refused")
    func marks() {
        for mark in ["\u{301}", "\u{20DD}", "\u{93E}", "\u{FE0F}"] {
            let text = "a" + String(repeating: mark, count: 9) + "b"
            #expect(MessageText(text) == nil)
            #expect(MessageText(keptBefore: text).text == "a" + String(repeating: mark, count: 8) + "b")
        }
    }

    @Test("Of a text that was kept before something is left, and it obeys the rules")
    func keptBefore() {
        #expect(MessageText(keptBefore: "\u{202E}").text == "\u{FFFD}")
        #expect(MessageText(keptBefore: "").text == "\u{FFFD}")
        let long = MessageText(keptBefore: String(repeating: "é", count: 5000))
        #expect(MessageText(long.text) == long)
        #expect(long.text.utf8.count == 2000)
    }

    @Test(
        "A frame with an order to turn text around is refused",
        arguments: [#"\u202e"#, "\u{202E}", #"\u2067"#]
    )
    func frames(escape: String) {
        let text = #"{"type":"say","room":"hall","id":"00ff00ff","text":"a\#(escape)b"}"#
        let problem = #expect(throws: FrameProblem.self) {
            try FrameCoding.frame(ClientFrame.self, from: text)
        }
        #expect(problem?.reason == MessageText.rule)
    }
}
