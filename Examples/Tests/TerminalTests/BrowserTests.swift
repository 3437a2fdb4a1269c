// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing
import Tributary

@MainActor
@Suite("Keys", .timeLimit(.minutes(30)))
struct BrowserTests {
    private let store = Store(initialState: Browser.State()) { Browser() }
    private let page = Screen.Page(title: "x", body: (1...28).map { "Line \($0)" }.joined(separator: "\n"))

    @Test("select and open an article")
    func selecting() {
        tell(.rowsChanged(count: 3))
        #expect(press([.down, .character("j"), .down, .down, .character("k")]) == [])
        #expect(store.selection == 1)
        #expect(press([.enter]) == [.open(2)])
        #expect(press([.character("G"), .character("o"), .home, .enter]) == [.open(3), .open(1)])
    }

    @Test("stay within a list that got shorter, and load one that is empty")
    func shorterList() {
        tell(.rowsChanged(count: 30))
        #expect(press([.pageDown, .character(" "), .up]) == [])
        #expect(store.selection == 19)
        tell(.rowsChanged(count: 5))
        #expect(store.selection == 4)
        tell(.rowsChanged(count: 0))
        #expect(store.selection == 0)
        #expect(press([.enter]) == [.load])
    }

    @Test("scroll an article by lines and windows, and close it")
    func reading() {
        tell(.resized(WindowSize(columns: 40, rows: 14)), .pageChanged(page))
        #expect(press([.character(" "), .down]) == [])
        #expect(store.scroll == 11)
        #expect(press([.end, .down]) == [])
        #expect(store.scroll == 20)
        #expect(press([.pageUp, .up]) == [])
        #expect(store.scroll == 9)
        #expect(press([.escape, .character("b"), .backspace]) == [.back, .back, .back])
    }

    @Test("find the top of the next article, and the end of one that became shorter in a larger window")
    func scrollingFollows() {
        tell(.resized(WindowSize(columns: 40, rows: 14)), .pageChanged(page))
        press([.end])
        tell(.pageChanged(page))
        #expect(store.scroll == 20)
        tell(.resized(WindowSize(columns: 40, rows: 24)))
        #expect(store.scroll == 10)
        tell(.pageChanged(.init(title: "y", body: "short")))
        #expect(store.scroll == 0)
    }

    @Test("type a name to sign in, and sign out at once")
    func signingIn() {
        #expect(
            press([.character("s"), .character("q"), .character("x"), .backspace, .character("l")]) == []
        )
        #expect(store.name?.text == "ql")
        #expect(press([.enter]) == [.login("ql")])
        #expect(store.name == nil)
        #expect(press([.character("s"), .character("a"), .escape, .character("q")]) == [.quit])
        tell(.accountChanged(isSignedIn: true))
        #expect(press([.character("s")]) == [.logout])
    }

    @Test("load, and quit from everywhere")
    func loadingAndQuitting() {
        #expect(press([.character("l"), .character("r"), .character("q")]) == [.load, .load, .quit])
        #expect(press([.character("s"), .interrupt]) == [.quit])
    }

    private func tell(_ inputs: Browser.Action.Input...) { store.send(contentsOf: inputs.map { .input($0) }) }

    @discardableResult
    private func press(_ keys: [Key]) -> [Command] {
        var commands: [Command] = []
        let module = BrowserModule(store, input: \.input, output: \.output)
        let token = module.onOutput { commands.append($0) }
        module.send(contentsOf: keys.map { .pressed($0) })
        return withExtendedLifetime(token) { commands }
    }
}
