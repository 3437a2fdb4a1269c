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

    /// Runs until a key, a signal or the end of the events ends it.
    ///
    /// - Returns: The signal that ended it, if one did.
    func run(
        _ events: some AsyncSequence<TerminalEvent, Never>,
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) async -> Int32? {
        let connection = scenes.connect(to: desk.store) { Scene($0) }
        defer { withExtendedLifetime(connection) {} }
        return await TerminalProgram([component], size: size, write: write).run(events) { press($0) }
    }

    private func press(_ key: Key) -> KeyAnswer {
        var problem: String?
        if let command = cursor.press(key, on: desk.scene) {
            guard command != .quit else { return .quit }
            if case .refused(let reason) = desk.perform(command) { problem = reason }
        }
        let scene = desk.scene
        cursor.follow(scene)
        component.render(SceneView(scene: scene, cursor: cursor, problem: problem))
        return .handled
    }
}
