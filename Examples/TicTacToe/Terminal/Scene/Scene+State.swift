// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeApp
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeMainMenu
import TicTacToeRules
import Tributary

extension Scene {
    /// The scene for a state.
    ///
    /// - Parameters:
    ///   - state: The state of the app.
    ///   - history: The undo history of the lobby.
    init(_ state: App.State, _ history: UndoHistory) {
        let content: Content =
            switch state.screen {
            case .menu(let screen): .menu(Menu(selection: screen.menu.selection, demo: Match(screen.demo)))
            case .lobby: .lobby(LobbyTable(state.lobby.settings, history))
            case .game(let game): .game(Match(game))
            case .hallOfFame: .hall(HallTable(state.hall))
            }
        self.init(content: content, problem: state.problem)
    }
}

extension Scene.LobbyTable {
    fileprivate init(_ settings: LobbySettings.State, _ history: UndoHistory) {
        self.init(
            players: settings.players,
            pace: settings.pace,
            undo: history.canUndo ? Scene.Step(title: history.undoTitle ?? "") : nil,
            redo: history.canRedo ? Scene.Step(title: history.redoTitle ?? "") : nil
        )
    }
}

extension Scene.Match {
    fileprivate init(_ game: Game.State) {
        let mover = game.open.flatMap { game.players[$0.turn].isHuman ? $0.turn : nil }
        self.init(
            players: game.players,
            board: game.board,
            winning: Set(game.phase[case: \.won]?.lines.flatMap(\.fields) ?? []),
            status: Self.status(of: game),
            mover: mover,
            isOver: game.open == nil
        )
    }

    private static func status(of game: Game.State) -> String {
        if let finished = game.finished { return finished.sentence }
        guard let turn = game.open?.turn else { return "" }
        let player = game.players[turn]
        return player.isHuman
            ? "It is \(player.name)’s turn (\(turn.letter))." : "\(player.name) thinks (\(turn.letter))."
    }
}

extension Scene.HallTable {
    fileprivate init(_ hall: HallOfFame.State) {
        self.init(
            standings: hall.records.standings,
            games: hall.records.games,
            latest: hall.records.latest.suffix(5).reversed().map(\.sentence),
            isForgetful: hall.isForgetful
        )
    }
}
