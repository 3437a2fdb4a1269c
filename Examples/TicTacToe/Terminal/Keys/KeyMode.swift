// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
import Tributary

/// Draws the scene and handles keys, until the user quits.
///
/// Keys send the same commands as lines.
@MainActor
package final class KeyMode {
    private let desk: Desk
    private var cursor = Cursor()

    /// Makes a key mode without drawing it.
    package init(_ desk: Desk) { self.desk = desk }

    /// Runs in the terminal of this process.
    ///
    /// - Returns: The signal that stopped it, if one did.
    package func run(in terminal: RawTerminal) async -> Int32? {
        await loop.run(desk.store, in: terminal) { press($0, in: $1) }
    }

    /// Runs until a key, the main menu, a signal, or the end of the events stops it.
    ///
    /// - Returns: The signal that stopped it, if one did.
    func run(_ events: some AsyncSequence<TerminalEvent, Never>, window: TerminalWindow) async -> Int32? {
        await loop.run(desk.store, events, window: window) { press($0, in: $1) }
    }

    private var loop: KeyLoop<SceneView> {
        let loop = KeyLoop(draw: SceneView.draw) { SceneView(scene: self.desk.scene, cursor: self.cursor) }
        loop.help = { self.cursor.help(on: self.desk.scene) }
        loop.isTyping = { self.cursor.naming != nil }
        return loop
    }

    private func press(_ key: Key, in size: WindowSize) -> KeyAnswer {
        let picture = SceneView(scene: desk.scene, cursor: cursor)
        if let command = cursor.press(picture.target(of: key, in: size), on: desk.scene) {
            guard command != .quit else { return .quit }
            _ = desk.perform(command)
        }
        return desk.isOver ? .quit : .handled
    }
}
