// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeApp
import TicTacToeGame
package import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeMainMenu
import TicTacToeRules
package import Tributary

/// The app as a person controls it, by lines or by keys: commands become actions, the state becomes a scene.
@MainActor
package final class Desk {
    /// The result of a command, in addition to the scene.
    package enum Answer: Equatable {
        /// It was performed; the text is for results that the scene does not show.
        case done(String? = nil)
        /// It is not possible now; the reason in one sentence.
        case refused(String)
    }

    package let store: StoreOf<App>
    let history = UndoHistory(limit: 100)

    /// Makes an app that shows its main menu.
    ///
    /// - Parameters:
    ///   - hallOfFame: The storage of the hall of fame.
    ///   - seed: The seed of random numbers; `nil` for the system's.
    ///   - clock: The clock for the thinking time of computers; `nil` for the real time.
    ///   - reporter: Receives the diagnostics of the library.
    package init(
        hallOfFame: HallOfFameClient,
        seed: UInt64? = nil,
        clock: (any Clock<Duration> & Sendable)? = nil,
        reporter: DiagnosticReporter = .current
    ) {
        let uuid = Dependencies().uuid
        store = Store(initialState: App.State(demo: uuid())) {
            App()
        } dependencies: {
            $0.hallOfFameClient = hallOfFame
            $0.diagnosticReporter = reporter
            $0.uuid = uuid
            if let seed { $0.withRandomNumberGenerator = .seeded(seed) }
            if let clock { $0.clock = clock }
        }
    }

    /// The current scene.
    var scene: Scene { Scene(store.state, history) }

    /// Whether the user has quit in the main menu.
    var isOver: Bool { store.isOver }

    /// Waits until the hall of fame is stored, and closes the app.
    package func close() async {
        await hallOfFameRests()
        store.close()
    }

    func hallOfFameRests() async {
        guard store.hall.isWorking else { return }
        for await isWorking in store.values(\.hall.isWorking) where !isWorking { return }
    }

    private var settings: StoreOf<LobbySettings> {
        store.scope(state: \.lobby, action: \.lobby).scope(state: \.settings, action: \.settings)
    }

    /// Performs a command; long-running work continues afterwards.
    func perform(_ command: Command) -> Answer {
        switch command {
        case .show(let destination): return send(.show(destination))
        case .selectPrevious, .selectNext, .choose: return performInMenu(command)
        case .set, .swap, .reset, .undo, .redo: return performInLobby(command)
        case .start: return send(.lobby(.start))
        case .again: return send(.rematch)
        case .move(let field, let mark): return sendToGame { .play(field, by: mark ?? $0) }
        case .resign(let mark): return sendToGame { .resign(by: mark ?? $0) }
        case .look, .watch, .help, .quit: return .done()
        }
    }

    private func send(_ action: App.Action) -> Answer {
        store.send(action)
        return .done()
    }

    /// Sends the move of the person at the keyboard; the game refuses moves against its rules.
    private func sendToGame(_ action: (Mark) -> Game.Action) -> Answer {
        guard let game = store.game else {
            return .refused("There is no game; start one in the lobby.")
        }
        return send(.game(action(game.person ?? game.open?.turn ?? .x)))
    }

    private func performInMenu(_ command: Command) -> Answer {
        guard store.menu != nil else { return .refused("That is for the main menu only.") }
        switch command {
        case .selectPrevious: return send(.menu(.menu(.selectPrevious)))
        case .selectNext: return send(.menu(.menu(.selectNext)))
        case .choose(let item?):
            for _ in MainMenu.Item.allCases where store.menu?.menu.selection != item {
                store.send(.menu(.menu(.selectNext)))
            }
            return send(.menu(.menu(.choose)))
        default: return send(.menu(.menu(.choose)))
        }
    }

    private func performInLobby(_ command: Command) -> Answer {
        guard store.screen == .lobby else { return .refused("Settings are changed in the lobby only.") }
        switch command {
        case .set(.player(let mark, let player)): return change { $0.giving(mark, to: player) }
        case .set(.pace(let pace)): return change { $0.setting(pace) }
        case .swap: return change { $0.swappingSides() }
        case .reset: return change { $0.resetting() }
        case .undo: return undo()
        default: return redo()
        }
    }

    private func change(_ make: (LobbySettings.State) -> SettingsChange) -> Answer {
        let change = make(settings.state)
        guard !change.actions.isEmpty else { return .done("It is so already.") }
        settings.send(contentsOf: change.actions, undo: history, title: change.title)
        return .done()
    }

    private func undo() -> Answer {
        guard history.canUndo else { return .refused("There is nothing to undo.") }
        let title = history.undoTitle ?? ""
        history.undo()
        return .done("Undone: \(title).")
    }

    private func redo() -> Answer {
        guard history.canRedo else { return .refused("There is nothing to redo.") }
        let title = history.redoTitle ?? ""
        history.redo()
        return .done("Redone: \(title).")
    }
}
