// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTesting
import WeatherAPI
import WeatherAppFeature
import WeatherTerminal

@Suite("A line of a script", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test(
        "is a command",
        arguments: [
            ("search lo", Command.app(.textChanged("lo"))),
            ("search  New   York ", .app(.textChanged("New York"))),
            ("SEARCH", .app(.textChanged(""))), ("show 1..5", .app(.windowChanged(0..<5))),
            ("show 7", .app(.windowChanged(6..<7))), ("open 2", .app(.open(2))), ("open -1", .app(.open(-1))),
            ("network slow", .app(.networkChanged(.slow))), ("reload", .app(.reload)), ("back", .app(.back)),
            ("list", .list), ("alerts", .alerts), ("help", .help), (" quit ", .quit),
        ]
    )
    func command(line: String, command: Command) throws {
        #expect(try Command(line: line) == command)
    }

    @Test("is nothing when it is empty or a comment", arguments: ["", "   ", "# search lo", "#"])
    func nothing(line: String) throws {
        #expect(try Command(line: line) == nil)
    }

    @Test(
        "that is invalid is answered with the reason",
        arguments: [
            "serch lo", "open", "open two", "show", "show 0..5", "show 5..1", "show 1..", "show ..",
            "show 1..2..3",
            "show 1..1001", "show 9223372036854775808", "network", "network bad", "quit now", "list 2",
            "search 12345678901234567890123456789012345678901",
        ]
    )
    func refused(line: String) {
        let error = #expect(throws: CommandError.self) { try Command(line: line) }
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test("never does harm")
    func fuzz() {
        var numbers = SeededGenerator(seed: 5)
        let pieces = [
            "search", "show", "open", "network", "..", "1", "-", "slow", " ", "\u{1B}[2J", "é", "\t", "99",
        ]
        for _ in 1...5_000 {
            let line = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }
            .joined()
            do throws(CommandError) {
                _ = try Command(line: line)
            } catch {
                #expect(!error.message.contains("\u{1B}"))
            }
        }
    }
}
