// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TicTacToeRules
package import Tributary

/// A game of two players, people or computers.
///
/// It knows neither lobbies nor halls of fame: its result is an output. Computers move by a feedback: while
/// it is a computer's turn on some board, an effect computes the move for this board.
package struct Game: Reducer, Sendable {
    /// The actions of a game.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// A person plays a field.
        case play(Field, by: Mark)
        /// A computer plays a field after thinking.
        case computerPlayed(Field, Thought)
        /// A person resigns.
        case resign(by: Mark)
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        @CasePathable
        package enum Input: Equatable, Sendable {
            /// The same players start another game.
            case restart(id: UUID)
        }

        /// The outputs to the outside.
        @CasePathable
        package enum Output: Equatable, Sendable {
            /// A player has played a field.
            case moved(Field, by: Mark)
            /// The game has ended; emitted once, after the last move.
            case finished(FinishedGame)
            /// A person's move is against the rules.
            case refused(Refusal)
        }
    }

    @Dependency(\.clock) private var clock
    @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

    /// Makes the feature; it uses a clock and random numbers from its dependencies.
    package init() {}

    /// The rules, and the computers.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .play(let field, let mark): play(field, by: mark, in: &state)
            case .computerPlayed(let field, let thought): play(field, after: thought, in: &state)
            case .resign(let mark): resign(mark, in: &state)
            case .input(.restart(let id)): restart(as: id, &state)
            case .output: .none
            }
        }
        .feedback(\.thought, name: "computer") { thought, send in
            try await clock.sleep(for: thought.time)
            let field = withRandomNumberGenerator { thought.strength.field(on: thought.board, using: &$0) }
            await send(.computerPlayed(field, thought))
        }
    }

    private func play(_ field: Field, by mark: Mark, in state: inout State) -> Effect<Action> {
        guard let open = state.open else { return refuse(.over) }
        guard state.players[mark].isHuman else { return refuse(.computersMark(mark)) }
        guard open.turn == mark else { return refuse(.turn(of: open.turn)) }
        guard let position = open.playing(field) else { return refuse(.occupied(field)) }
        return advance(to: position, by: field, of: mark, &state)
    }

    private func play(_ field: Field, after thought: Thought, in state: inout State) -> Effect<Action> {
        // A move for another board, or for another game, is ignored.
        guard thought == state.thought, let position = thought.board.playing(field) else { return .none }
        return advance(to: position, by: field, of: thought.board.turn, &state)
    }

    private func resign(_ mark: Mark, in state: inout State) -> Effect<Action> {
        guard let open = state.open else { return refuse(.over) }
        guard state.players[mark].isHuman else { return refuse(.computersMark(mark)) }
        state.phase = .resigned(open, by: mark)
        return tellEnd(of: state)
    }

    private func advance(
        to position: Position,
        by field: Field,
        of mark: Mark,
        _ state: inout State
    ) -> Effect<Action> {
        state.phase = Phase(position)
        return Effect.send(.output(.moved(field, by: mark))).merge(with: tellEnd(of: state))
    }

    private func restart(as id: UUID, _ state: inout State) -> Effect<Action> {
        state.restart(as: id)
        return .none
    }

    private func tellEnd(of state: State) -> Effect<Action> {
        state.finished.map { .send(.output(.finished($0))) } ?? .none
    }

    private func refuse(_ refusal: Refusal) -> Effect<Action> { .send(.output(.refused(refusal))) }
}
