// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
package import Tributary

/// A change of the settings: its actions, which are undone as one step, and its title.
package struct SettingsChange: Equatable {
    /// The actions; none if the settings are already equal.
    package let actions: ActionGroup<LobbySettings.Action>
    /// The title of the step.
    package let title: String
}

extension LobbySettings.State {
    /// Gives a mark to a player.
    package func giving(_ mark: Mark, to player: Player) -> SettingsChange {
        let property: any WritableKeyPath<Self, Player> & Sendable =
            switch mark {
            case .x: \.players.x
            case .o: \.players.o
            }
        return SettingsChange(
            actions: changing(property, to: player),
            title: "\(mark.letter) is \(player.name)"
        )
    }

    /// Sets the thinking time of computers.
    package func setting(_ pace: Pace) -> SettingsChange {
        SettingsChange(actions: changing(\.pace, to: pace), title: "Pace is \(pace.rawValue)")
    }

    /// Swaps the marks of the players.
    package func swappingSides() -> SettingsChange {
        let changes = changing(\.players.x, to: players.o).then(changing(\.players.o, to: players.x))
        return SettingsChange(actions: changes, title: "Swap sides")
    }

    /// Restores the defaults.
    package func resetting() -> SettingsChange {
        let initial = Self()
        let changes = changing(\.players.x, to: initial.players.x)
            .then(changing(\.players.o, to: initial.players.o))
            .then(changing(\.pace, to: initial.pace))
        return SettingsChange(actions: changes, title: "Reset")
    }

    private func changing<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<Self, Value> & Sendable,
        to value: Value
    ) -> ActionGroup<LobbySettings.Action> {
        let isSo = self[keyPath: property] == value
        return isSo ? [] : [.change(StateChange(property, of: self, to: value))]
    }
}
