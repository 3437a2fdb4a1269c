// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeOnline
import TicTacToeTerminal
import Tributary

/// Draws a match over the network and handles keys, until the player quits.
@MainActor
final class OnlineKeyMode {
    private let desk: OnlineDesk
    private var cursor = Cursor()
    /// The reason why the last key did nothing.
    private var problem: String?

    /// Makes a key mode without drawing it.
    init(_ desk: OnlineDesk) { self.desk = desk }

    /// Runs until a key, a signal, or the end of the events stops it.
    ///
    /// - Returns: The signal that stopped it, if one did.
    func run(_ events: some AsyncSequence<TerminalEvent, Never>, window: TerminalWindow) async -> Int32? {
        let loop = KeyLoop(draw: SceneView.draw) { SceneView(scene: self.scene, cursor: self.cursor) }
        loop.help = { self.cursor.help(on: self.desk.scene) }
        var wasMyTurn = desk.store.view?.isMyTurn == true
        let token = desk.store.onAction { record in
            let isMyTurn = record.state.view?.isMyTurn == true
            if isMyTurn, !wasMyTurn { loop.call("Tic-tac-toe", "It is your turn.") }
            wasMyTurn = isMyTurn
        }
        defer { withExtendedLifetime(token) {} }
        return await loop.run(desk.store, events, window: window) { press($0, in: $1) }
    }

    private var scene: Scene {
        let scene = desk.scene
        return Scene(content: scene.content, problem: problem ?? scene.problem)
    }

    private func press(_ key: Key, in size: WindowSize) -> KeyAnswer {
        problem = nil
        let picture = SceneView(scene: desk.scene, cursor: cursor)
        guard let command = cursor.press(picture.target(of: key, in: size), on: desk.scene) else {
            return .handled
        }
        if command == .quit { return .quit }
        if case .refused(let reason) = desk.perform(command) { problem = reason }
        return .handled
    }
}
