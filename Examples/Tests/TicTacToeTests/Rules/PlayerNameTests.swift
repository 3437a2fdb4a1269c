// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeRules
import TributaryTesting

@Suite("The name of a person", .timeLimit(.minutes(30)))
struct PlayerNameTests {
    @Test("has single spaces and 1 to 20 characters that can be seen")
    func names() {
        #expect(PlayerName("  Ada \t Lovelace ")?.text == "Ada Lovelace")
        #expect(PlayerName("漢字🌊")?.text == "漢字🌊")
        #expect(PlayerName(String(repeating: "a", count: 20)) != nil)
        #expect(PlayerName(String(repeating: "a", count: 21)) == nil)
        #expect(PlayerName("") == nil && PlayerName(" \n ") == nil)
        #expect(PlayerName("\u{1B}[2J") == nil)
        #expect(PlayerName("a" + String(repeating: "\u{0301}", count: 200)) == nil)
        #expect(PlayerName("\u{202E}Ada") == nil)
    }

    @Test("is equal after encoding and decoding, and an invalid text is refused")
    func coding() throws {
        var generator = SeededGenerator(seed: 5)
        var count = 0
        for _ in 0..<500 {
            guard let name = PlayerName(String.random(using: &generator)) else { continue }
            count += 1
            #expect(PlayerName(name.text) == name)
            let data = try JSONEncoder().encode([name])
            #expect(try JSONDecoder().decode([PlayerName].self, from: data) == [name])
        }
        #expect(count > 100)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PlayerName].self, from: Data(#"[""]"#.utf8))
        }
    }
}
