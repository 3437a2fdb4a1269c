// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import Testing

@Suite("A line is a command", .timeLimit(.minutes(30)))
struct CommandTests {
    @Test(
        "however it is spaced and written",
        arguments: [
            ("load", .load), ("  OPEN \t 12 ", .open(12)), ("back", .back), ("list", .list), ("help", .help),
            ("login Ada Lovelace", .login("Ada Lovelace")), ("login  Zoë ", .login("Zoë")),
            ("logout", .logout),
            ("next", .next), ("refresh", .refresh), ("add  http://x ", .add("http://x")),
            ("remove 2", .remove(2)),
            ("search a b", .search("a b")), ("mark", .mark(nil)), ("mark 3", .mark(3)),
            ("follow", .follow(nil)),
            ("import a b.opml", .importList("a b.opml")), ("export x", .exportList("x")),
            ("quit", .quit), ("open -1", .open(-1)), ("", nil), ("   ", nil), ("# load", nil),
        ] as [(String, Command?)]
    )
    func spelling(line: String, command: Command?) throws {
        #expect(try Command(line: line) == command)
    }

    @Test(
        "or a clear complaint",
        arguments: [
            ("fly", "“fly” is no command; type “help” to see those there are."),
            ("open", "“open” needs the number of an article, as in “open 1”."),
            ("open one", "“open” needs the number of an article, as in “open 1”."),
            ("open 99999999999999999999", "“open” needs the number of an article, as in “open 1”."),
            ("mark x", "“mark” needs the number of an article, as in “mark 1”."),
            ("search", "“search” needs words, as in “search lock keeper”."),
            ("login", "“login” needs a name, as in “login Ada”."),
            ("quit now", "“quit” stands alone; nothing may follow it."),
            ("\u{1B}[2J", "“[2J” is no command; type “help” to see those there are."),
        ]
    )
    func complaint(line: String, message: String) {
        let error = #expect(throws: CommandError.self) { try Command(line: line) }
        #expect(error?.message == message)
    }
}
