// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTestSupport
import TerminalKit
import Testing

@MainActor
@Suite("Hints and help", .timeLimit(.minutes(30)))
struct HintsTests {
    enum Command { case open, load, search, quit }

    private let bindings = [
        KeyBinding(.enter, label: "open", help: "open the selected article", command: Command.open),
        KeyBinding(.character("l"), label: "load", help: "load what is new", command: Command.load),
        KeyBinding(.character("/"), label: "search", command: Command.search),
        KeyBinding(.character("q"), label: "quit", isKept: true, command: Command.quit),
    ]
    private var hints: [KeyHint] { bindings.map(\.hint) }

    private func texts(columns: Int, rows: Int) -> [String] {
        HintLines.lines(hints, in: WindowSize(columns: columns, rows: rows)).map(\.text)
    }

    @Test("are made of the bindings that keys are looked up in")
    func bindingsTell() {
        #expect(bindings.command(for: .character("l")) == .load)
        #expect(bindings.command(for: .up) == nil)
        #expect(hints.map(\.keys) == ["enter", "l", "/", "q"])
        #expect(hints.map(\.help) == ["open the selected article", "load what is new", "search", "quit"])
    }

    @Test("wrap between each other")
    func wrapping() {
        #expect(texts(columns: 60, rows: 24) == ["enter open · l load · / search · q quit"])
        #expect(texts(columns: 20, rows: 24) == ["enter open · l load", "/ search · q quit"])
    }

    @Test("lose the less important ones if there is no room, and never the key to quit")
    func keeping() {
        #expect(texts(columns: 20, rows: 5) == ["enter open · q quit"])
        #expect(texts(columns: 8, rows: 2) == ["q quit"])
        #expect(texts(columns: 1, rows: 1) == ["q quit"])
        #expect(HintLines.lines([], in: WindowSize(columns: 9, rows: 9)).map(\.text) == [""])
    }

    @Test("are shown by “?” and F1 as a page, which the next key closes")
    func page() async {
        let size = WindowSize(columns: 60, rows: 20)
        var screens: [ScreenPicture] = []
        let screen = CellScreen(size)
        let program = TerminalProgram(
            [TerminalComponent<String>(props: "A list") { text, _ in [StyledLine(text)] }],
            window: screen.window
        )
        program.help = { [HelpSection("Articles", bindings.map(\.hint))] }
        var keys: [Key] = []
        for events: [Key] in [[.character("?")], [.down, .enter], [.help]] {
            await run(program, [.keys(events)]) { key in
                keys.append(key)
                return .handled
            }
            screens.append(screen.picture)
        }
        #expect(ScreenFile("help").difference(from: screens[0]) == nil)
        #expect(screens[1].description.contains("│A list"))
        #expect(screens[2] == screens[0])
        #expect(keys.isEmpty)
    }

    @Test("are a letter in a text, and if there is no help")
    func typing() async {
        let component = TerminalComponent<Int>(props: 0) { _, _ in [StyledLine("text")] }
        var keys: [Key] = []
        for (help, isTyping) in [(true, true), (false, false)] {
            let screen = CellScreen(WindowSize(columns: 20, rows: 4))
            let program = TerminalProgram([component], window: screen.window)
            if help { program.help = { [] } }
            program.isTyping = { isTyping }
            await run(program, [.keys([.character("?")])]) { key in
                keys.append(key)
                return .handled
            }
            #expect(screen.picture.description.contains("text"))
        }
        #expect(keys == [.character("?"), .character("?")])
    }

    @Test("fit into 20 columns, and scroll")
    func narrow() async {
        let size = WindowSize(columns: 20, rows: 8)
        let screen = CellScreen(size)
        let program = TerminalProgram(
            [TerminalComponent<Int>(props: 0) { _, _ in [] }],
            window: screen.window
        )
        program.help = { [HelpSection("Articles", bindings.map(\.hint))] }
        await run(program, [.keys([.help, .pageDown])]) { _ in .handled }
        #expect(ScreenFile("help-narrow").difference(from: screen.picture) == nil)
    }
}
