// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Testing

@Suite("Keys")
struct BrowserTests {
    @Test("select and open an article")
    func selecting() {
        var browser = Browser()
        #expect(press([.down, .character("j"), .down, .down, .character("k")], in: &browser) == [])
        #expect(browser.selection == 1)
        #expect(press([.enter], in: &browser) == [.open(2)])
        #expect(press([.character("G"), .character("o")], in: &browser) == [.open(3)])
    }

    @Test("scroll an article and close it")
    func reading() {
        var browser = Browser()
        let page = Screen.Page(title: "x", body: "y")
        #expect(press([.character(" "), .down], in: &browser, page: page) == [])
        #expect(browser.scroll == 11)
        #expect(press([.end, .down], in: &browser, page: page) == [])
        #expect(browser.scroll == 20)
        #expect(press([.escape, .character("b")], in: &browser, page: page) == [.back, .back])
    }

    @Test("type a name to sign in, and sign out at once")
    func signingIn() {
        var browser = Browser()
        let keys: [Key] = [.character("s"), .character("q"), .character("x"), .backspace, .character("l")]
        #expect(press(keys, in: &browser) == [])
        #expect(browser.name == "ql")
        #expect(press([.enter], in: &browser) == [.login("ql")])
        #expect(press([.character("s"), .character("a"), .escape, .character("q")], in: &browser) == [.quit])
        #expect(press([.character("s")], in: &browser, isSignedIn: true) == [.logout])
    }

    @Test("load, and quit from everywhere")
    func loadingAndQuitting() {
        var browser = Browser()
        #expect(
            press([.character("l"), .character("r"), .character("q")], in: &browser) == [.load, .load, .quit]
        )
        #expect(press([.character("s"), .interrupt], in: &browser) == [.quit])
    }

    private func press(
        _ keys: [Key],
        in browser: inout Browser,
        page: Screen.Page? = nil,
        isSignedIn: Bool = false
    ) -> [Command] {
        let rows = ["One", "Two", "Three"].map { Screen.Row(title: $0) }
        let screen = Screen(title: "Feed", account: "", isSignedIn: isSignedIn, rows: rows, page: page)
        return keys.compactMap { browser.press($0, on: screen, pageLength: (window: 10, article: 30)) }
    }
}
