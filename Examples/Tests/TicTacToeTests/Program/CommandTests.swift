// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeApp
import TicTacToeRules
import TributaryTesting

@testable import TicTacToeTerminal

@Suite("A line", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test("spells a command, in small letters or large")
    func commands() throws {
        let commands: [(String, Command)] = [
            ("menu", .show(.menu)), ("LOBBY", .show(.lobby)), (" hall ", .show(.hallOfFame)),
            ("watch", .watch(moves: 1)), ("watch 12", .watch(moves: 12)),
            ("set x human", .set(.player(.x, .human(name: .unnamed(.x))))),
            ("set O human Ada  Lovelace", .set(.player(.o, .human("Ada Lovelace")))),
            ("set x computer", .set(.player(.x, .computer(strength: .medium)))),
            ("set x Computer Perfect", .set(.player(.x, .computer(strength: .perfect)))),
            ("set pace slow", .set(.pace(.slow))),
            ("undo", .undo), ("redo", .redo), ("swap", .swap), ("reset", .reset), ("start", .start),
            ("move 5", .move(field(5), by: nil)), ("7", .move(field(7), by: nil)),
            ("move x 5", .move(field(5), by: .x)), ("resign", .resign(by: nil)),
            ("resign O", .resign(by: .o)),
            ("again", .again), ("look", .look), ("up", .selectPrevious), ("down", .selectNext),
            ("choose", .choose(nil)), ("help", .help), ("quit", .quit),
        ]
        for (line, command) in commands { #expect(try Command(line: line) == command, "\(line)") }
        for line in ["", "  ", "# a comment", "#"] { #expect(try Command(line: line) == nil) }
    }

    @Test(
        "that is invalid is answered by one sentence that suggests a valid one",
        arguments: [
            "move", "move 0", "move 10", "move five", "move x", "move y 5", "move x 5 6", "10", "-1", "fly",
            "menu 1", "watch 0", "watch 1001", "watch x", "set", "set x", "set y human", "set x robot",
            "set x computer strong", "set x computer easy easy", "set pace", "set pace fast", "resign y",
            "set x human aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "quit now", "move 99999999999999999999",
            "\u{1B}[2J",
        ]
    )
    func refuses(line: String) throws {
        let error = #expect(throws: CommandError.self) { try Command(line: line) }
        let message = try #require(error).message
        #expect(message.hasSuffix(".") && message.count < 150)
        #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test("never crashes the program, whatever it is")
    func anything() {
        var generator = SeededGenerator(seed: 21)
        let words = [
            "set", "x", "o", "human", "computer", "pace", "move", "5", "-5", "watch", "resign", "perfect",
            "\u{0}",
            "9223372036854775808", "漢字", "\u{301}", "#", "choose",
        ]
        var commands = 0
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...5, using: &generator)
            let line = (0..<count).map { _ in
                Bool.random(using: &generator)
                    ? words.randomElement(using: &generator) ?? "" : String.random(using: &generator)
            }
            .joined(separator: " ")
            if let command = try? Command(line: line), command != .quit { commands += 1 }
        }
        #expect(commands > 50)
    }
}
