// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import TributaryTesting

@Suite("A text field", .timeLimit(.minutes(30)))
struct TextFieldTests {
    @Test("inserts typed text at the cursor")
    func typing() {
        var field = TextField("Ad")
        type("a!", into: &field)
        #expect(field.text == "Ada!")
        press([.left, .backspace, .home, .character("*"), .end, .left, .delete, .delete], in: &field)
        #expect(field.text == "*Ad")
        #expect(!field.isEmpty)
        #expect(TextField().isEmpty)
    }

    @Test(
        "refuses keys that do not edit text",
        arguments: [Key.enter, .escape, .up, .tab, .interrupt]
    )
    func others(key: Key) {
        var field = TextField("a")
        #expect(field.press(key) == false)
        #expect(field == TextField("a"))
    }

    @Test("does nothing at its ends, and takes no more than its limit")
    func ends() {
        var field = TextField(limit: 2)
        press([.left, .right, .backspace, .delete], in: &field)
        #expect(field == TextField(limit: 2))
        type("abc", into: &field)
        #expect(field.text == "ab")
        press([.right, .delete], in: &field)
        #expect(field.text == "ab")
    }

    @Test("shows its cursor, and of a long text the part around it")
    func line() {
        var field = TextField("abc")
        #expect(field.line(in: 10) == StyledLine("abc") + StyledLine("_"))
        #expect(field.line(in: 3).text == "bc_")
        press([.left, .left], in: &field)
        #expect(field.line(in: 10) == StyledLine("a") + StyledLine("b", .bar) + StyledLine("c"))
        #expect(field.line(in: 2).text == "ab")
        #expect(TextField("漢字").line(in: 3, .bold) == StyledLine("字", .bold) + StyledLine("_", .bold))
        #expect(TextField("abc").line(in: 0).text == "_")
    }

    @Test("keeps letters and their accents together, wherever the cursor is")
    func accents() {
        var field = TextField()
        press([.character("e"), .character("\u{301}"), .left, .character("x")], in: &field)
        #expect(field.text == "xe\u{301}")
    }

    @Test("is a list of characters with a cursor, for hundreds of random keys", arguments: 1...20)
    func model(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] = [
            .character("a"), .character("漢"), .character("z"), .backspace, .delete, .left, .right, .home,
            .end,
        ]
        var field = TextField()
        var (model, cursor) = ([Character](), 0)
        for _ in 0..<300 {
            let key = keys.randomElement(using: &generator) ?? .left
            field.press(key)
            switch key {
            case .character(let character):
                model.insert(character, at: cursor)
                cursor += 1
            case .backspace where cursor > 0:
                cursor -= 1
                model.remove(at: cursor)
            case .delete where cursor < model.count: model.remove(at: cursor)
            case .left: cursor = max(0, cursor - 1)
            case .right: cursor = min(model.count, cursor + 1)
            case .home: cursor = 0
            case .end: cursor = model.count
            default: break
            }
            #expect(field.text == String(model))
            let shown = cursor < model.count ? String(model) : String(model) + "_"
            #expect(field.line(in: 1000).text == shown)
            #expect(field.line(in: 4).text.columns <= 4)
        }
    }

    private func press(_ keys: [Key], in field: inout TextField) { for key in keys { field.press(key) } }

    private func type(_ text: String, into field: inout TextField) {
        press(text.map { .character($0) }, in: &field)
    }
}
