// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProgram
import ChatProtocol
import ChatTestSupport
import Testing

@Suite("Lines that people type", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test(
        "Every command is read",
        arguments: [
            ("signup ada horse", Command.signUp(ada, password: "horse")),
            ("signup horse", .signUp(nil, password: "horse")),
            ("signin ada horse 123456", .signIn(ada, password: "horse", code: "123456")),
            ("signin horse 123456", .signIn(nil, password: "horse", code: "123456")),
            ("signin ada horse", .signIn(ada, password: "horse", code: nil)),
            ("SAY  Hello  there ", .say(text("Hello  there"))),
            ("join hall", .join(hall)),
            ("rename Countess Ada", .rename(DisplayName.sample("Countess Ada"))),
            ("wait 3", .waitForMessages(3)),
            ("wait online", .waitForConnection(true)),
            ("wait offline", .waitForConnection(false)),
            ("who", .who),
            ("history", .history),
            ("leave", .leave),
            ("status", .status),
            ("help", .help),
            ("quit", .quit),
        ]
    )
    func reading(line: String, command: Command) throws {
        #expect(try Command(line: line) == command)
    }

    @Test("Empty lines and comments are no commands", arguments: ["", "   ", "# say Hi"])
    func nothing(line: String) throws {
        #expect(try Command(line: line) == nil)
    }

    @Test(
        "The error for an invalid line suggests a valid one",
        arguments: [
            ("dance", "“dance” is no command; type “help” to see those there are."),
            ("say", "“say” needs something to say, as in “say Hello”."),
            ("who is there", "“who” stands alone; nothing may follow it."),
            ("join Hall", RoomName.rule),
            ("signup Ada! horse", AccountName.rule),
            ("wait forever", "“wait” needs the number of a message, “online” or “offline”."),
            ("wait 0", "“wait” needs the number of a message, “online” or “offline”."),
            ("say a\u{7}b", MessageText.rule),
        ]
    )
    func problem(line: String, message: String) {
        #expect(throws: CommandProblem(message)) { try Command(line: line) }
    }

    @Test("Random lines are read or refused, and nothing crashes")
    func noise() {
        var generator = FixedGenerator(state: 4)
        let words = [
            "say", "join", "signin", "wait", "é", "\u{202e}", "\0", "123456", "  ", "“", "#", "hall", "🏳️‍🌈",
        ]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...5, using: &generator)
            let line = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(
                separator: " "
            )
            do {
                _ = try Command(line: line)
            } catch {
                #expect(error.message.hasSuffix(".") && error.message.count < 120)
            }
        }
    }
}
