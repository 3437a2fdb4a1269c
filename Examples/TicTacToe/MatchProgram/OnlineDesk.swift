// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeOnline
import TicTacToeRules
import TicTacToeTerminal
import Tributary

/// A match over the network as a person controls it, by lines or by keys.
@MainActor
final class OnlineDesk {
    let store: StoreOf<OnlineGame>
    private let listening: Task<Void, Never>

    /// Makes a desk.
    ///
    /// - Parameters:
    ///   - link: The link to the host.
    ///   - token: The token of the guest's seat.
    ///   - name: The name of the player.
    ///   - reporter: Receives the diagnostics of the library.
    init(_ link: MatchLink, token: String, name: PlayerName, reporter: DiagnosticReporter = .current) {
        let store = Store(initialState: OnlineGame.State(token: token, name: name)) {
            OnlineGame()
        } dependencies: {
            $0.matchLinkSend = link.send
            $0.diagnosticReporter = reporter
        }
        self.store = store
        listening = Task { for await event in link.events { store.send(.link(event)) } }
    }

    /// Closes the link.
    func close() {
        listening.cancel()
        store.close()
    }

    /// The current scene.
    var scene: Scene { Scene(store.state) }

    /// Performs a command, or refuses it with a reason.
    func perform(_ command: Command) -> Desk.Answer {
        switch command {
        case .move(let field, _): store.send(.play(field))
        case .again: store.send(.again)
        case .look, .help, .quit: break
        default: return .refused("In a match over the network there are moves and “again” only.")
        }
        return .done()
    }

    /// Waits until the host has answered the last request.
    func answered() async { for await pending in store.values(\.pending) where pending == nil { return } }

    /// Waits until this player can move, or the game is over.
    func myTurn() async {
        for await view in store.values(\.view) { if let view, view.isMyTurn || view.isOver { return } }
    }
}

extension Scene {
    /// The scene for a player's view of a match.
    init(_ state: OnlineGame.State) {
        guard let view = state.view else {
            let nobody = Players(x: .human(name: .unnamed(.x)), o: .human(name: .unnamed(.o)))
            let match = Match(
                players: nobody,
                board: OpenBoard().board,
                winning: [],
                status: state.lost ?? "Joining…",
                mover: nil,
                isOver: false
            )
            self.init(content: .game(match), problem: state.problem)
            return
        }
        self.init(
            content: .game(Match(view, isWaiting: state.pending != nil)),
            problem: state.lost ?? state.problem
        )
    }
}

extension Scene.Match {
    fileprivate init(_ view: MatchView, isWaiting: Bool) {
        func player(_ seat: Seat) -> Player {
            .human(name: view.names[seat] ?? .unnamed(view.mark(of: seat)))
        }
        let position = view.position
        let hostIsX = view.mark(of: .host) == .x
        let winning: Set<Field> =
            if case .won(let won) = position { Set(won.lines.flatMap(\.fields)) } else { [] }
        self.init(
            players: Players(x: player(hostIsX ? .host : .guest), o: player(hostIsX ? .guest : .host)),
            board: position.board,
            winning: winning,
            status: Self.status(of: view, position, isWaiting: isWaiting),
            mover: view.isMyTurn && !isWaiting ? view.mark(of: view.seat) : nil,
            isOver: view.isOver
        )
    }

    private static func status(of view: MatchView, _ position: Position, isWaiting: Bool) -> String {
        let score = "\(view.wins[.host] ?? 0) : \(view.wins[.guest] ?? 0)"
        switch position {
        case .open(let open):
            if view.names.count < Seat.allCases.count { return "Waiting for somebody to join." }
            if isWaiting { return "Telling the host…" }
            if view.isMyTurn { return "It is your turn (\(open.turn.letter))." }
            let other = view.names[view.seat == .host ? .guest : .host]
            return "\(other?.text ?? "The other one") thinks (\(open.turn.letter))."
        case .won(let won):
            return won.winner == view.mark(of: view.seat) ? "You win. \(score)" : "You lose. \(score)"
        case .drawn: return "A draw. \(score)"
        }
    }
}
