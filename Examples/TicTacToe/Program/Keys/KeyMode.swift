// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Tributary

/// Draws the scene and takes keys, until the user quits.
///
/// What keys mean to the app are the same commands that lines spell.
@MainActor
final class KeyMode {
    private let desk: Desk
    private let component: TerminalComponent<SceneView>
    private let scenes: TerminalComponentPart<SceneView, Scene>
    private var cursor = Cursor()

    /// Makes a key mode; nothing is drawn yet.
    init(_ desk: Desk) {
        self.desk = desk
        component = TerminalComponent(
            props: SceneView(scene: desk.scene, cursor: Cursor()),
            draw: SceneView.draw
        )
        scenes = component.part(\.scene)
    }

    /// Runs in the terminal of this process.
    ///
    /// - Returns: The signal that ended it, if one did.
    func run(in terminal: RawTerminal) async -> Int32? {
        defer { terminal.restore() }
        return await run(TerminalEvents().stream, size: { terminal.size }, write: { terminal.write($0) })
    }

    /// Runs until a key, the main menu, a signal or the end of the events ends it.
    ///
    /// - Returns: The signal that ended it, if one did.
    func run(
        _ events: some AsyncSequence<TerminalEvent, Never>,
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) async -> Int32? {
        let history = desk.history
        let connection = scenes.connect(to: desk.store) { Scene($0, history) }
        defer { withExtendedLifetime(connection) {} }
        return await TerminalProgram([component], size: size, write: write).run(events) { press($0) }
    }

    private func press(_ key: Key) -> KeyAnswer {
        if let command = cursor.press(key, on: desk.scene) {
            guard command != .quit else { return .quit }
            _ = desk.perform(command)
        }
        // The history changes after the turn that the store tells of.
        component.render(SceneView(scene: desk.scene, cursor: cursor))
        return desk.isOver ? .quit : .handled
    }
}
