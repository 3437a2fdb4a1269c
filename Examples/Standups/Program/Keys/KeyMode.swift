// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsAppFeature
import StandupsModel
import StandupsRecord
import TerminalKit
import Tributary

/// Draws the scene and handles keys, until the user quits.
///
/// Keys send the same commands as lines.
@MainActor
final class KeyMode {
    private let desk: Desk
    private var cursor = Cursor()
    /// The reason why the last key did nothing.
    private var problem: String?

    /// Makes a key mode without drawing it.
    init(_ desk: Desk) { self.desk = desk }

    /// Runs in the terminal of this process.
    ///
    /// - Returns: The signal that stopped it, if one did.
    func run(in terminal: RawTerminal) async -> Int32? {
        await calling { await $0.run(desk.store, in: terminal) { press($0, in: $1) } }
    }

    /// Runs until a key, a signal, or the end of the events stops it.
    ///
    /// - Returns: The signal that stopped it, if one did.
    func run(_ events: some AsyncSequence<TerminalEvent, Never>, window: TerminalWindow) async -> Int32? {
        await calling { await $0.run(desk.store, events, window: window) { press($0, in: $1) } }
    }

    /// Notifies the user when the time of a meeting is over.
    private func calling(_ run: (KeyLoop<SceneView>) async -> Int32?) async -> Int32? {
        let loop = loop
        let token = desk.store.onAction { record in
            guard case .path(.element(let page, .record(.tick))) = record.action,
                case .record(let meeting)? = record.state.path[id: page], meeting.secondsLeft == 0
            else { return }
            loop.call("Standups", "The time of “\(meeting.standup.title)” is up.")
        }
        defer { withExtendedLifetime(token) {} }
        return await run(loop)
    }

    private var loop: KeyLoop<SceneView> {
        let loop = KeyLoop(draw: SceneView.draw) {
            SceneView(scene: self.desk.scene, cursor: self.cursor, problem: self.problem)
        }
        loop.help = { self.cursor.help(on: self.desk.scene) }
        loop.isTyping = { self.cursor.isTyping }
        return loop
    }

    private func press(_ key: Key, in size: WindowSize) -> KeyAnswer {
        problem = nil
        let picture = SceneView(scene: desk.scene, cursor: cursor)
        if let command = cursor.press(picture.target(of: key, in: size), on: desk.scene) {
            guard command != .quit else { return .quit }
            if case .refused(let reason) = desk.perform(command) { problem = reason }
        }
        cursor.follow(desk.scene)
        return .handled
    }
}
