// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// The settings of a game: the players, and the thinking time of computers.
///
/// Its only action knows its inverse, so that every change can be undone.
package struct LobbySettings: Reducer, Sendable {
    /// The players, and the thinking time of computers.
    package struct State: Equatable, Sendable {
        /// The players.
        package var players = Players(x: .human(name: .unnamed(.x)), o: .computer(strength: .medium))
        /// The thinking time of computers.
        package var pace = Pace.normal

        /// Makes settings for a person against a computer.
        package init() {}
    }

    /// The actions of the settings.
    @CasePathable
    package enum Action: Equatable, Sendable, Undoable {
        case change(StateChange<State>)

        /// The inverse change.
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
