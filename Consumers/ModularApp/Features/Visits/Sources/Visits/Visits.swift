// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Counts who comes and goes, for a building with room for so many.
public struct Visits: Reducer, Sendable {
    /// The numbers.
    public struct State: Equatable, Sendable {
        var inside = 0
        var most = 0
        let room: Int

        /// Starts without visitors.
        public init(room: Int) { self.room = room }

        /// How full it is, as one line.
        public var summary: String { "\(inside) of \(room) inside, at most \(most)" }
    }

    /// The actions of the feature; Visits does nothing by itself.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            case entered, left
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case full, roomAgain
        }
    }

    /// Makes the feature.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.entered):
            state.inside += 1
            state.most = max(state.most, state.inside)
            return state.inside == state.room ? .send(.output(.full)) : .none
        case .input(.left):
            guard state.inside > 0 else { return .none }
            state.inside -= 1
            return state.inside == state.room - 1 ? .send(.output(.roomAgain)) : .none
        case .output:
            return .none
        }
    }
}
