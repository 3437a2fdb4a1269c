// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import Testing
import Tributary

@Suite("A standup as it is kept", .timeLimit(.minutes(30)))
struct StandupTests {
    @Test("is equal after encoding and decoding")
    func comesBack() throws {
        let all: IdentifiedArrayOf<Standup> = [.search, .export]
        let data = try JSONEncoder().encode(all)
        #expect(try JSONDecoder().decode(IdentifiedArrayOf<Standup>.self, from: data) == all)
    }

    @Test(
        "is refused if no form would accept it",
        arguments: [
            (#""minutes":15"#, #""minutes":0"#), (#""minutes":15"#, #""minutes":99999999999"#),
            (#""minutes":15"#, #""minutes":-1"#), (#""title""#, #""name""#), ("}]", "}"), ("Export", "\u{0}"),
        ]
    )
    func refused(text: String, damage: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let kept = try #require(String(data: encoder.encode(Standup.export), encoding: .utf8))
        let damaged = kept.replacingOccurrences(of: text, with: damage)
        #expect(damaged != kept)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Standup.self, from: Data(damaged.utf8)) }
    }

    @Test("has attendees, each once")
    func attendees() throws {
        var standup = Standup.export
        standup.attendees = []
        let data = try JSONEncoder().encode(standup)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Standup.self, from: data) }
        let twice = try JSONEncoder().encode([Standup.export, .export])
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(IdentifiedArrayOf<Standup>.self, from: twice)
        }
    }

    @Test("gives everybody at least a second")
    func turns() {
        #expect(Standup.search.turn == .seconds(20))
        #expect(Standup(id: UUID(number: 0), minutes: 1).turn == .seconds(60))
    }
}
