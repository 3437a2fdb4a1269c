// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@MainActor
@Suite("The mouse, sleep and calls", .timeLimit(.minutes(30)))
struct MouseTests {
    private let screen = CellScreen(WindowSize(columns: 20, rows: 6))

    private func program() -> (TerminalProgram, TerminalComponent<Int>) {
        let head = TerminalComponent<Int>(height: .rows(2), props: 0) { _, _ in [StyledLine("head")] }
        let list = TerminalComponent<Int>(props: 0) { row, _ in [StyledLine("row \(row)")] }
        return (TerminalProgram([head, list], window: screen.window), list)
    }

    @Test("clicks on the component below it, at a place of its own")
    func clicks() async {
        let (program, list) = program()
        var clicks: [[Int]] = []
        list.onClick = { column, row in
            clicks.append([column, row])
            return .handled
        }
        var keys: [Key] = []
        await run(
            program,
            [.keys([.click(column: 3, row: 4), .click(column: 0, row: 1), .click(column: 0, row: 99)])]
        ) {
            keys.append($0)
            return .handled
        }
        #expect(clicks == [[3, 2]])
        #expect(keys == [.click(column: 0, row: 1), .click(column: 0, row: 99)])
    }

    @Test("can end the program by a click")
    func quitting() async {
        let (program, list) = program()
        list.onClick = { _, _ in .quit }
        var keys: [Key] = []
        await run(program, [.keys([.click(column: 0, row: 3), .up])]) {
            keys.append($0)
            return .handled
        }
        #expect(keys.isEmpty)
    }

    @Test("turns its wheel into keys")
    func wheel() async {
        var keys: [Key] = []
        let (program, _) = program()
        program.wheel = (up: [.pageUp], down: [.down, .down])
        await run(program, [.keys([.wheelUp, .wheelDown])]) {
            keys.append($0)
            return .handled
        }
        #expect(keys == [.pageUp, .down, .down])
    }

    @Test("control-Z suspends the program, and then everything is redrawn in the current size")
    func suspension() async {
        let (program, list) = program()
        var keys: [Key] = []
        var sizes: [WindowSize] = []
        let stream = AsyncStream { continuation in
            continuation.yield(TerminalEvent.keys([.suspend, .up]))
            continuation.yield(.continued)
            continuation.finish()
        }
        list.render(7)
        _ = await program.run(stream, onResize: { sizes.append($0) }) { key in
            keys.append(key)
            return .handled
        }
        #expect((screen.suspensions, screen.resumptions) == (1, 1))
        #expect(keys == [.up])
        #expect(sizes.count == 3)
        let whole = screen.written.filter { $0.contains("head") && $0.contains("row 7") }
        #expect(whole.count == 3)
    }

    @Test("a notification has the configured form, and its text cannot control the terminal")
    func calls() async {
        let (program, _) = program()
        await run(program, []) { _ in .handled }
        program.call("Chat", "Ada is here")
        #expect(screen.written.last == "\u{07}")
        let text = "a;b\u{1B}]0;x\u{07}\u{9C}c"
        #expect(Attention.none.sequence(title: "Chat", text: text) == "")
        #expect(Attention.osc9.sequence(title: "Chat", text: text) == "\u{1B}]9;Chat: a,b]0,xc\u{07}")
        #expect(
            Attention.osc777.sequence(title: "C;t", text: text) == "\u{1B}]777;notify;C,t;a,b]0,xc\u{07}"
        )
    }
}
