// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import TicTacToeApp
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import TicTacToeTerminal

@MainActor
@Suite("Keys", .timeLimit(.minutes(30)))
struct KeyModeTests {
    private let desk = Desk(
        hallOfFame: .forgetful,
        seed: 1,
        clock: SteppedClock(),
        reporter: DiagnosticReporter { Issue.record("\($0)") }
    )

    /// Presses keys one after the other, as the program does.
    private func press(_ keys: [Key], _ cursor: inout Cursor) {
        for key in keys {
            guard let command = cursor.press(key, on: desk.scene) else { continue }
            _ = desk.perform(command)
        }
    }

    private func screen(_ cursor: Cursor, columns: Int = 80, rows: Int = 24) -> [String] {
        SceneView.draw(
            SceneView(scene: desk.scene, cursor: cursor),
            in: WindowSize(columns: columns, rows: rows)
        )
        .map(\.text)
    }

    @Test("play a game from the menu to the hall of fame")
    func game() async {
        var cursor = Cursor()
        press([.enter], &cursor)
        #expect(desk.store.screen == .lobby)
        press([.down, .down] + keys("\u{1}") + [.enter] + keys("Bob") + [.enter], &cursor)
        #expect(desk.store.lobby.settings.players.o == .bob)
        press([.down, .down, .enter], &cursor)
        #expect(desk.store.game?.players.o == .bob)
        press([.enter, .up, .left, .enter] + keys("243"), &cursor)
        #expect(screen(cursor).contains { $0.contains("Bob’s turn") })
        press(keys("g"), &cursor)
        #expect(desk.store.game?.finished?.result == .resigned(by: .o))
        press(keys("h"), &cursor)
        await desk.hallOfFameRests()
        #expect(screen(cursor).contains { $0.contains("1. Player X") })
        #expect(cursor.press(.character("q"), on: desk.scene) == .quit)
    }

    @Test("change settings, undo and redo")
    func lobby() {
        var cursor = Cursor()
        press([.enter, .down, .right, .right], &cursor)
        #expect(desk.store.lobby.settings.players.x == .computer(strength: .medium))
        press(keys("uu"), &cursor)
        #expect(desk.store.lobby.settings.players.x == .human(name: .unnamed(.x)))
        press(keys("rs"), &cursor)
        #expect(desk.store.lobby.settings.players.o == .computer(strength: .easy))
        #expect(screen(cursor).contains { $0.contains("Undo:  Swap sides") })
        press([.down, .left], &cursor)
        #expect(desk.store.lobby.settings.players.o == .human(name: .unnamed(.o)))
    }

    @Test("type a name, and show why it is invalid")
    func naming() {
        var cursor = Cursor()
        press([.enter, .down, .enter, .enter], &cursor)
        #expect(screen(cursor).contains { $0.contains("1 to 20 letters") })
        press(keys("q") + [.escape], &cursor)
        #expect(cursor.naming == nil && desk.store.screen == .lobby)
    }

    @Test(
        "show the menu over a running game, in any window",
        arguments: [(80, 24), (40, 12), (10, 3), (1, 1), (200, 60)]
    )
    func windows(columns: Int, rows: Int) {
        var cursor = Cursor()
        var generator = SeededGenerator(seed: UInt64(columns))
        let all: [Key] = [.up, .down, .left, .right, .enter, .escape, .tab] + keys("123456789ghlmnsurd k")
        for _ in 0..<300 {
            let lines = screen(cursor, columns: columns, rows: rows)
            #expect(lines.count >= min(rows, 3))
            press([all.randomElement(using: &generator) ?? .up], &cursor)
            if desk.isOver { return }
        }
    }

    @Test("are drawn: the menu over the game, the cursor, and the end")
    func drawn() async {
        var written = ""
        let (events, event) = AsyncStream.makeStream(of: TerminalEvent.self)
        event.yield(.keys([.down, .up]))
        event.yield(.signal(15))
        let mode = KeyMode(desk)
        let signal = await mode.run(
            events,
            window: TerminalWindow(size: { WindowSize(columns: 80, rows: 24) }, write: { written += $0 })
        )
        #expect(signal == 15)
        #expect(written.contains("TIC-TAC-TOE") && written.contains("> Play") && written.contains("│"))
        let (more, next) = AsyncStream.makeStream(of: TerminalEvent.self)
        next.yield(.keys([.up, .enter, .up]))
        #expect(
            await KeyMode(desk).run(
                more,
                window: TerminalWindow(size: { WindowSize(columns: 80, rows: 24) }, write: { _ in })
            ) == nil
        )
        #expect(desk.isOver)
    }

    private func keys(_ text: String) -> [Key] { text.map { .character($0) } }
}
