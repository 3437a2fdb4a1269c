// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// What is settled before a game: who plays, and how long computers think.
///
/// Its one action knows its inverse, so that every change can be undone.
package struct LobbySettings: Reducer, Sendable {
    /// Who plays, and how long computers think.
    package struct State: Equatable, Sendable {
        /// Who plays.
        package var players = Players(x: .human(name: .unnamed(.x)), o: .computer(strength: .medium))
        /// How long computers think.
        package var pace = Pace.normal

        /// A person against a computer.
        package init() {}
    }

    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable, Undoable {
        case change(StateChange<State>)

        /// The change back.
        package func inverted() -> Action {
            switch self {
            case .change(let change): .change(change.inverted())
            }
        }
    }

    /// Makes the feature.
    package init() {}

    /// Changes the settings by an action.
    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .change(let change): change.apply(to: &state)
        }
        return .none
    }
}
