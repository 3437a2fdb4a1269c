// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import CostTestSupport
import Testing

@Suite("The cost of hostile frames", .timeLimit(.minutes(30)))
struct CostTests {
    @Test(
        "grows with the frame and no faster",
        arguments: [
            (#"{"type":"who","room":"#, "[", ""), (#"{"type":"who","room":"#, #"{"a":"#, ""),
            (#"{"type":"who","#, #""a":1,"#, #""room":"hall"}"#), (#"{"type":"who","room":""#, "x", #""}"#),
            (#"{"type":"say","room":"hall","id":"00ff00ff","text":""#, #"\u0301"#, #""}"#),
            (#"{"type":"say","room":"hall","id":"00ff00ff","text":""#, "e\u{301}", #""}"#),
            (#"{"type":"rename","name":""#, "\u{1D400}", #""}"#), (#"{"type":"history","after":"#, "9", "}"),
            (#"{"type":"who","room":"hall"}"#, " ", ""), (#"{"type":""#, "\\\\", #""}"#),
        ]
    )
    func client(start: String, piece: String, end: String) {
        let growth = ProcessorTime.growth(
            from: 5_000,
            of: { start + String(repeating: piece, count: $0) + end },
            { _ = try? FrameCoding.frame(ClientFrame.self, from: $0) }
        )
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test("A page costs as much as it is long")
    func page() throws {
        let message =
            #"{"number":1,"id":"00ff00ff","author":"ada","name":"Zoë","text":"Hi \u0301 👋","time":5}"#
        let growth = try ProcessorTime.growth(
            from: 100,
            of: { count in
                let messages = repeatElement(message, count: count).joined(separator: ",")
                return #"{"type":"messages","room":"hall","after":0,"last":9,"messages":[\#(messages)]}"#
            },
            { _ = try FrameCoding.frame(ServerFrame.self, from: $0) }
        )
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test(
        "Judging names and messages costs as much as they are long",
        arguments: ["x", "е", "\u{301}", "\u{FDFA}", " "]
    )
    func texts(piece: String) {
        let growth = ProcessorTime.growth(from: 10_000, of: { String(repeating: piece, count: $0) }) {
            _ = DisplayName($0)
            _ = MessageText($0)
            _ = AccountName($0)
            _ = MessageText(keptBefore: $0)
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }
}
