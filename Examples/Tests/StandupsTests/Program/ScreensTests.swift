// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTestSupport
import TerminalKit
import Testing

@testable import Standups

@MainActor
@Suite("The screens of standups", .timeLimit(.minutes(30)))
struct ScreensTests {
    private let scene = Scene(
        title: "Standups",
        lines: ["Search · 15 min", "Sécurité · 5 min", "Design · 10 min"].enumerated().map { offset, text in
            Scene.Line(text: "\(offset + 1). \(text)", choice: .command(.open(offset + 1)))
        },
        shortcuts: [
            Scene.Shortcut(key: "a", label: "add", command: .add),
            Scene.Shortcut(key: "q", label: "quit", command: .quit),
        ]
    )
    private let size = WindowSize(columns: 50, rows: 9)

    private func picture(_ cursor: Cursor, _ size: WindowSize) -> ScreenPicture {
        ScreenPicture(SceneView.draw(SceneView(scene: scene, cursor: cursor), in: size), in: size)
    }

    @Test("show a list that is searched, and how to quit in 20 columns")
    func list() {
        var cursor = Cursor()
        for key in "/secu" { #expect(cursor.press(.character(key), on: scene) == nil) }
        #expect(cursor.isTyping && cursor.selection == 1)
        let title = "Standups in a terminal: a list, of which a row is searched for"
        #expect(ScreenFile("standups").difference(from: picture(cursor, size), drawnFor: title) == nil)
        let narrow = WindowSize(columns: 20, rows: 9)
        #expect(ScreenFile("standups-narrow").difference(from: picture(cursor, narrow)) == nil)
        // Letters of the search are no shortcuts, and enter takes the place.
        #expect(cursor.press(.character("q"), on: scene) == nil)
        #expect(cursor.press(.escape, on: scene) == nil && !cursor.isTyping)
        #expect(cursor.press(.character("q"), on: scene) == .quit)
    }

    @Test("a click selects a line, and opens the selected one")
    func clicks() {
        var cursor = Cursor()
        let target = SceneView(scene: scene, cursor: cursor).target(of: .click(column: 9, row: 3), in: size)
        #expect(target == .choice(2))
        #expect(cursor.press(target, on: scene) == nil)
        #expect(cursor.press(target, on: scene) == .open(3))
        let title = SceneView(scene: scene, cursor: cursor).target(of: .click(column: 9, row: 0), in: size)
        #expect(title == .key(.click(column: 9, row: 0)))
        #expect(cursor.help(on: scene).first?.hints.contains { $0.label == "add" } == true)
    }
}
