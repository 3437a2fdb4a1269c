// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// Who has won how many games, kept beyond the life of the program.
///
/// It knows no game: finished ones come in as an input. Reading and writing is a feedback: the state says what is
/// to be done, and the reducer stays pure.
package struct HallOfFame: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case found(HallOfFameClient.Found)
        /// What is kept could not be read; the text says why.
        case unreadable(String)
        case written
        /// The records could not be kept; the text says why.
        case notWritten(String)
        case input(Input)
        case output(Output)

        /// What the outside may tell.
        @CasePathable
        package enum Input: Equatable, Sendable {
            case record(FinishedGame)
        }

        /// What the outside is told.
        @CasePathable
        package enum Output: Equatable, Sendable {
            /// Something did not work; one sentence says what.
            case problem(String)
        }
    }

    @Dependency(\.hallOfFameClient) private var client

    /// Makes the feature; it asks its store for a `hallOfFameClient`.
    package init() {}

    /// The records, and how they are kept.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .found(let found): return open(found, &state)
            case .unreadable(let reason):
                state.open(Records(), .unknown)
                return .send(.output(.problem(reason)))
            case .written: state.wrote(successfully: true)
            case .notWritten(let reason):
                state.wrote(successfully: false)
                return .send(.output(.problem(reason)))
            case .input(.record(let game)): state.record(game)
            case .output: break
            }
            return .none
        }
        .feedback(\.work, name: "hall of fame") { work, send in
            try await perform(work, send)
        } catch: { error, send in
            await send(.unreadable("\(error)"))
        }
    }

    private func open(_ found: HallOfFameClient.Found, _ state: inout State) -> Effect<Action> {
        switch found {
        case .nothing:
            state.open(Records(), .kept)
        case .records(let records):
            state.open(records, .kept)
        case .damaged(let reason):
            state.open(Records(), .kept)
            return .send(.output(.problem(reason)))
        }
        return .none
    }

    private func perform(_ work: Work, _ send: Send<Action>) async throws {
        switch work {
        case .read:
            await send(.found(try await client.load()))
        case .write(let records):
            do {
                try await client.save(records)
            } catch {
                return await send(.notWritten("\(error)"))
            }
            await send(.written)
        }
    }
}
