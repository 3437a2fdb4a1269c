// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// The results of all players, stored beyond the life of the program.
///
/// It knows no game: finished games are inputs. Reading and writing is a feedback: the state determines the
/// next operation, and the reducer stays pure.
package struct HallOfFame: Reducer, Sendable {
    /// The actions of the hall of fame.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case found(HallOfFameClient.Found)
        /// The stored records could not be read; the text is the reason.
        case unreadable(String)
        case written
        /// The records could not be written; the text is the reason.
        case notWritten(String)
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        @CasePathable
        package enum Input: Equatable, Sendable {
            case record(FinishedGame)
        }

        /// The outputs to the outside.
        @CasePathable
        package enum Output: Equatable, Sendable {
            /// A problem, in one sentence.
            case problem(String)
        }
    }

    @Dependency(\.hallOfFameClient) private var client

    /// Makes the feature; it uses the dependency `hallOfFameClient`.
    package init() {}

    /// The records, and their storage.
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
