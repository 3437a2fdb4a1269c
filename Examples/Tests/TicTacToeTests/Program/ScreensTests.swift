// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTestSupport
import TerminalKit
import Testing
import TicTacToeApp
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeRules
import Tributary

@testable import TicTacToeTerminal

@MainActor
@Suite("The screens of tic-tac-toe", .timeLimit(.minutes(30)))
struct ScreensTests {
    private let desk = Desk(
        hallOfFame: .forgetful,
        seed: 1,
        clock: SteppedClock(),
        reporter: DiagnosticReporter { Issue.record("\($0)") }
    )

    private func press(_ keys: [Key], _ cursor: inout Cursor, in size: WindowSize) {
        for key in keys {
            let picture = SceneView(scene: desk.scene, cursor: cursor)
            guard let command = cursor.press(picture.target(of: key, in: size), on: desk.scene) else {
                continue
            }
            _ = desk.perform(command)
        }
    }

    private func picture(_ cursor: Cursor, _ size: WindowSize) -> ScreenPicture {
        ScreenPicture(SceneView.draw(SceneView(scene: desk.scene, cursor: cursor), in: size), in: size)
    }

    @Test("show a game, and take clicks for its fields")
    func game() throws {
        let size = WindowSize(columns: 56, rows: 24)
        var cursor = Cursor()
        press([.enter], &cursor, in: size)
        _ = desk.perform(.set(.player(.o, .human(name: .unnamed(.o)))))
        // The fourth line of the lobby is the one that starts.
        press([.click(column: 5, row: 5)], &cursor, in: size)
        #expect(desk.store.game != nil)
        press("5124".map { .character($0) }, &cursor, in: size)
        let title = "Tic-tac-toe in a terminal: a board with two crosses and two noughts"
        let shown = picture(cursor, size)
        #expect(ScreenFile("tic-tac-toe").difference(from: shown, drawnFor: title) == nil)
        let narrow = WindowSize(columns: 20, rows: 16)
        #expect(ScreenFile("tic-tac-toe-narrow").difference(from: picture(cursor, narrow)) == nil)
        // The lower right corner is field 9.
        press([.click(column: 46, row: 16)], &cursor, in: size)
        #expect(cursor.field.number == 9)
    }
}
