// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// A menu with one selected item.
///
/// It emits the chosen item as an output; the app acts on it.
package struct MainMenu: Reducer, Sendable {
    /// The items, from top to bottom.
    package enum Item: String, CaseIterable, Sendable {
        case play, hallOfFame, quit
    }

    /// The selected item.
    package struct State: Equatable, Sendable {
        /// The item.
        package internal(set) var selection = Item.play

        /// Makes a menu with the first item selected.
        package init() {}
    }

    /// The actions of the menu.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case selectPrevious
        case selectNext
        /// Chooses the selected item.
        case choose
        case output(Output)

        /// The outputs to the outside.
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

    /// The item above or below; the menu wraps around.
    private func item(beside item: Item, by distance: Int) -> Item {
        let items = Item.allCases
        let position = items.firstIndex(of: item) ?? 0
        return items[(position + distance + items.count) % items.count]
    }
}
