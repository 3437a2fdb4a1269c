// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// A menu, of which one item is selected.
///
/// What its items do is decided elsewhere: the one that was chosen is sent as an output.
package struct MainMenu: Reducer, Sendable {
    /// What can be chosen, from top to bottom.
    package enum Item: String, CaseIterable, Sendable {
        case play, hallOfFame, quit
    }

    /// Which item is selected.
    package struct State: Equatable, Sendable {
        /// The item.
        package internal(set) var selection = Item.play

        /// The first item is selected.
        package init() {}
    }

    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case selectPrevious
        case selectNext
        /// The selected item is chosen.
        case choose
        case output(Output)

        /// What the outside is told.
        package enum Output: Equatable, Sendable {
            case chosen(Item)
        }
    }

    /// Makes the feature.
    package init() {}

    /// Changes the state by an action.
    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .selectPrevious: state.selection = item(beside: state.selection, by: -1)
        case .selectNext: state.selection = item(beside: state.selection, by: 1)
        case .choose: return .send(.output(.chosen(state.selection)))
        case .output: break
        }
        return .none
    }

    /// The item above or below; the menu goes round.
    private func item(beside item: Item, by distance: Int) -> Item {
        let items = Item.allCases
        let position = items.firstIndex(of: item) ?? 0
        return items[(position + distance + items.count) % items.count]
    }
}
