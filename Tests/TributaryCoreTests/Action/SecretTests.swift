// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport

@Suite("A secret", .timeLimit(.minutes(30)))
struct SecretTests {
    private struct Card: Codable, Equatable, Sendable {
        @Secret var number: String
        @Secret var owner: String?
        var lastDigits: String
    }

    private let card = Card(number: "4000 1234", owner: "Ada", lastDigits: "1234")
}

extension SecretTests {
    @Test func `is hidden in text, however deep`() {
        for text in ["\([["a": card]])", String(reflecting: Optional(card)), dumped(card)] {
            #expect(text.contains("1234"))
            #expect(!text.contains("4000"))
            #expect(!text.contains("Ada"))
        }
    }

    @Test func `is not coded, and decoded as nothing`() throws {
        let data = try JSONEncoder().encode(card)
        let text = String(decoding: data, as: UTF8.self)
        #expect(!text.contains("4000"))
        #expect(!text.contains("Ada"))
        #expect(
            try JSONDecoder().decode(Card.self, from: data)
                == Card(number: "", owner: nil, lastDigits: "1234")
        )
    }

    @Test func `is compared by its value`() {
        #expect(card != Card(number: "4000 1235", owner: "Ada", lastDigits: "1234"))
    }

    @Test @MainActor func `is in no diagnostic that names its action`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: 0) {
            Reduce<Int, Card> { _, _ in .none }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.close()
        store.send(card)
        #expect(recorder.diagnostics.first?.description.contains("1234") == true)
        #expect(recorder.diagnostics.first?.description.contains("4000") == false)
    }

    private func dumped(_ card: Card) -> String {
        var text = ""
        dump(card, to: &text)
        return text
    }
}
