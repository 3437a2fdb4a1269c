// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("The cursor of a list", .timeLimit(.minutes(30)))
struct ListCursorTests {
    private let rows = ["London", "Łódź", "Lagos", "Lima", "Lyon", "São Paulo", "Oslo"]

    private func cursor(_ keys: [Key], height: Int = 3) -> ListCursor {
        var cursor = ListCursor()
        for key in keys { _ = cursor.press(key, rows: rows, height: height) }
        return cursor
    }

    private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

    @Test("moves by arrows, pages, ends and letters, and stays among the rows")
    func moving() {
        #expect(cursor([.up]).selection == 0)
        #expect(cursor(keys("jjk")).selection == 1)
        #expect(cursor([.pageDown, .down]).selection == 4)
        #expect(cursor([.end]).selection == 6 && cursor(keys("G")).selection == 6)
        #expect(cursor([.end, .pageUp, .home]).selection == 0)
        #expect(cursor([.end]).first == 4)
        #expect(cursor([.down, .down, .down, .up]).first == 1)
    }

    @Test("searches while one types, whatever the case and the accents, and goes round")
    func searching() {
        #expect(cursor(keys("/sao")).selection == 5)
        #expect(cursor(keys("/o") + [.enter]).selection == 0)
        #expect(cursor(keys("/o") + [.enter] + keys("nn")).selection == 2)
        #expect(cursor(keys("/os") + [.enter] + keys("nnn")).selection == 6)
        #expect(cursor(keys("/os") + [.enter] + keys("N")).selection == 6)
        #expect(cursor(keys("jj/oslo") + [.escape]).selection == 2)
        #expect(cursor(keys("j/nowhere")).selection == 1)
    }

    @Test("handles letters only if asked to, and returns whether it used a key")
    func letters() {
        var cursor = ListCursor()
        let answers = [Key.character("j"), .character("x"), .enter, .down].map {
            cursor.press($0, rows: rows, height: 3, letters: false)
        }
        #expect(answers == [false, false, false, true])
        #expect(cursor.selection == 1)
    }

    @Test("shows the search, and the number of matches")
    func line() {
        #expect(cursor(keys("/l")).searchLine(rows: rows, in: 40)?.text == "/l_  6 of 7")
        #expect(cursor(keys("/zz")).searchLine(rows: rows, in: 40)?.text == "/zz_  none")
        #expect(cursor(keys("/l") + [.enter]).searchLine(rows: rows, in: 40) == nil)
        let marked = StyledLine("São Paulo", .bold).marking("PAU")
        #expect(marked.spans.map(\.text) == ["São ", "Pau", "lo"])
        #expect(marked.spans.map(\.style) == [.bold, .accent, .bold])
    }

    @Test("stays in bounds for any keys and any rows")
    func fuzz() {
        var generator = SystemRandomNumberGenerator()
        let all: [Key] =
            [.up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace] + keys("jkgG/nNlo")
        var cursor = ListCursor()
        for _ in 0..<2000 {
            let rows = Array(rows.prefix(Int.random(in: 0...7, using: &generator)))
            let height = Int.random(in: -1...9, using: &generator)
            _ = cursor.press(all.randomElement(using: &generator) ?? .up, rows: rows, height: height)
            #expect(cursor.selection >= 0 && cursor.selection < max(1, rows.count))
            #expect(cursor.first >= 0 && cursor.first <= cursor.selection)
            #expect(cursor.selection < cursor.first + max(1, height))
        }
    }
}
