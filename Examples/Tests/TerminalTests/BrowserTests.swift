// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import Tributary

@testable import Terminal

@MainActor
@Suite("Keys", .timeLimit(.minutes(30)))
struct BrowserTests {
    private let store = Store(initialState: Browser.State()) { Browser() }
    private let page = Screen.Page(title: "x", body: (1...28).map { "Line \($0)" }.joined(separator: "\n"))

    @Test("select and open an article")
    func selecting() {
        tell(.listChanged(.init(.articles), count: 3))
        #expect(press([.down, .character("j"), .down, .down, .character("k")]) == [])
        #expect(store.selection == 1)
        #expect(press([.enter]) == [.open(2)])
        #expect(press([.character("G"), .character("o"), .home, .enter]) == [.open(3), .open(1)])
    }

    @Test("stay within a list that got shorter, and load one that is empty")
    func shorterList() {
        tell(.listChanged(.init(.articles), count: 30))
        #expect(press([.pageDown, .character(" "), .up]) == [])
        #expect(store.selection == 19)
        tell(.listChanged(.init(.articles), count: 5))
        #expect(store.selection == 4)
        tell(.listChanged(.init(.articles), count: 0))
        #expect(store.selection == 0)
        #expect(press([.enter]) == [.load])
    }

    @Test("scroll an article by lines and windows, and close it")
    func reading() {
        tell(.resized(WindowSize(columns: 40, rows: 14)), .pageChanged(page, row: nil))
        #expect(press([.character(" "), .down]) == [])
        #expect(store.scroll == 9)
        #expect(press([.end, .down]) == [])
        #expect(store.scroll == 22)
        #expect(press([.pageUp, .up]) == [])
        #expect(store.scroll == 13)
        #expect(press([.escape, .character("b"), .backspace]) == [.back, .back, .back])
    }

    @Test("find the top of the next article, and the end of one that became shorter in a larger window")
    func scrollingFollows() {
        tell(.resized(WindowSize(columns: 40, rows: 14)), .pageChanged(page, row: nil))
        press([.end])
        tell(.pageChanged(page, row: nil))
        #expect(store.scroll == 22)
        tell(.resized(WindowSize(columns: 40, rows: 24)))
        #expect(store.scroll == 12)
        tell(.pageChanged(.init(title: "y", body: "short"), row: nil))
        #expect(store.scroll == 0)
    }

    @Test("type a name to sign in, and sign out at once")
    func signingIn() {
        #expect(
            press([.character("s"), .character("q"), .character("x"), .backspace, .character("l")]) == []
        )
        #expect(store.prompt?.field.text == "ql")
        #expect(press([.enter]) == [.login("ql")])
        #expect(store.prompt == nil)
        #expect(press([.character("s"), .character("a"), .escape, .character("q")]) == [.quit])
        tell(.accountChanged(isSignedIn: true))
        #expect(press([.character("s")]) == [.logout])
    }

    @Test("load, and quit from everywhere")
    func loadingAndQuitting() {
        #expect(press([.character("l"), .character("r"), .character("q")]) == [.load, .load, .quit])
        #expect(press([.character("s"), .interrupt]) == [.quit])
    }

    @Test("find the selection of each list again, and the row of an article that was opened otherwise")
    func lists() {
        let (feeds, river) = (Screen.List(.feeds), Screen.List(.articles, id: "river"))
        tell(.listChanged(feeds, count: 5))
        press([.down, .down])
        tell(.listChanged(river, count: 9))
        #expect(store.selection == 0)
        press([.end])
        tell(.listChanged(Screen.List(.found, id: "x"), count: 3))
        tell(.listChanged(feeds, count: 5))
        #expect(store.selection == 2)
        tell(.listChanged(river, count: 9))
        #expect(store.selection == 8)
        tell(.pageChanged(page, row: 4))
        #expect(store.selection == 4)
    }

    @Test("mark, follow, go on to the next, go back, and remove only feeds, and only when that is confirmed")
    func commands() {
        tell(.listChanged(Screen.List(.feeds), count: 3))
        press([.down])
        #expect(press([.character("m"), .character("f"), .character("b")]) == [.mark(2)])
        #expect(press([.character("d"), .character("n")]) == [])
        #expect(press([.character("d"), .enter]) == [])
        #expect(press([.character("d"), .character("y")]) == [.remove(2)])
        tell(.listChanged(Screen.List(.articles), count: 3))
        #expect(press([.character("d"), .character("f"), .escape]) == [.follow(1), .back])
        #expect(
            press([.character("n"), .character("A"), .character("R")]) == [.next, .mark(nil), .refresh]
        )
        tell(.pageChanged(page, row: nil))
        #expect(press([.character("f"), .character("n")]) == [.follow(nil), .next])
    }

    @Test("type a search, the address of a feed, or any command; errors in it are shown")
    func prompts() {
        #expect(press([.character("/"), .character("x"), .enter]) == [.search("x")])
        #expect(press([.character("a"), .character("y"), .enter]) == [.add("y")])
        #expect(press(":import z".map { .character($0) } + [.enter]) == [.importList("z")])
        #expect(press(":fly".map { .character($0) } + [.enter]) == [])
        #expect(
            store.prompt?.problem == "“fly” is no command; type “help” to see those there are."
        )
        press([.backspace])
        #expect(store.prompt?.problem == nil)
        #expect(press([.escape, .character("a"), .enter]) == [])
        #expect(store.prompt?.problem?.hasPrefix("“add” needs an address") == true)
        #expect(press([.escape, .character("/"), .interrupt]) == [.quit])
    }

    @Test("are all in the help, each with its effect")
    func help() {
        let (feeds, river) = (Screen.List(.feeds), Screen.List(.articles, id: "river"))
        let shown = Set(Browser.State.help.flatMap(\.hints).map(\.keys))
        for prepare in [
            { tell(.listChanged(feeds, count: 3)) }, { tell(.listChanged(river, count: 3)) },
            { tell(.pageChanged(page, row: nil)) },
        ] {
            prepare()
            for binding in store.state.bindings {
                #expect(shown.contains(binding.hint.keys))
                #expect(!binding.hint.help.isEmpty)
            }
            #expect(store.state.hints.prefix(2) == [.quit, .help])
        }
    }

    @Test("and a click, which selects, and opens a selected row")
    func clicking() {
        tell(.resized(WindowSize(columns: 80, rows: 10)), .listChanged(Screen.List(.articles), count: 30))
        press([.end])
        #expect(click(0) == [])
        #expect(store.selection == 30 - windowHeight)
        // It is the last line now.
        #expect(click(windowHeight - 1) == [.open(31 - windowHeight)])
        tell(.listChanged(Screen.List(.feeds), count: 2))
        #expect(click(5) == [])
        #expect(store.selection == 0)
        tell(.pageChanged(page, row: nil))
        #expect(click(0) == [])
    }

    private var windowHeight: Int {
        7 - HintLines.lines(store.state.hints, in: WindowSize(columns: 80, rows: 10)).count
    }

    private func click(_ row: Int) -> [Command] { commands { $0.send(.clicked(row: row)) } }

    private func commands(_ act: (BrowserModule) -> Void) -> [Command] {
        var commands: [Command] = []
        let module = BrowserModule(store, input: \.input, output: \.output)
        let token = module.onOutput { commands.append($0) }
        act(module)
        return withExtendedLifetime(token) { commands }
    }

    private func tell(_ inputs: Browser.Action.Input...) { store.send(contentsOf: inputs.map { .input($0) }) }

    @discardableResult
    private func press(_ keys: [Key]) -> [Command] {
        commands { $0.send(contentsOf: keys.map { .pressed($0) }) }
    }
}
