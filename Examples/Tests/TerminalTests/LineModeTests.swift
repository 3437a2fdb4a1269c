// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import Testing

@MainActor
@Suite("Line mode", .timeLimit(.minutes(30)))
struct LineModeTests {
    @Test("carries out each line to its end before it reads the next")
    func order() async {
        let desk = RecordingDesk()
        #expect(
            await transcript(of: ["load", "open 2", "", "fly", "back", "quit", "load"], at: desk) == """
                > load
                Loaded.
                   1. One
                ✓  2. Two
                > open 2
                Opened.
                Two
                today

                First.

                Second.
                > fly
                ! “fly” is no command; type “help” to see those there are.
                > back
                   1. One
                ✓  2. Two
                > quit
                """
        )
        #expect(desk.log == ["load", "load is done", "open(2)", "open(2) is done", "back", "back is done"])
    }

    @Test("prints a problem and nothing else")
    func problem() async {
        #expect(await transcript(of: ["open 7"]) == "> open 7\n! There is no article 7.")
    }

    @Test("explains how to fill an empty list")
    func emptyList() async {
        #expect(await transcript(of: ["list"]) == "> list\nNothing is loaded yet; type “load”.")
    }

    @Test("shows the account and the greeting after signing in")
    func login() async {
        #expect(await transcript(of: ["login Ada"]) == "> login Ada\nHello.\nAda\nWelcome.")
    }

    @Test("explains every command")
    func help() async {
        let help = await transcript(of: ["help"])
        for word in [
            "load", "refresh", "open N", "next", "back", "list", "add ADDRESS", "remove N", "search WORDS",
            "mark [N]",
            "follow [N]", "import FILE", "export FILE", "login NAME", "logout", "help", "quit",
        ] {
            #expect(help.contains(word))
        }
    }

    @Test("counts the lines that could not be carried out, and not the lists that show it")
    func failures() async {
        var lines = ["load", "open 7", "list", "fly", "help", "open 2", "quit", "fly"][...]
        let mode = LineMode(desk: RecordingDesk(), isEchoing: true) { _ in }
        #expect(await mode.run { lines.popFirst() } == 2)
    }

    private func transcript(of lines: [String], at desk: RecordingDesk = RecordingDesk()) async -> String {
        var lines = lines[...]
        var output: [String] = []
        await LineMode(desk: desk, isEchoing: true) { output.append($0) }.run { lines.popFirst() }
        return output.joined(separator: "\n")
    }
}
