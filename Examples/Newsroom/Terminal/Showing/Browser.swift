// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
package import Tributary
package import TributaryLog

/// What only the terminal knows, as a feature: where the selection is in each list, how far an article is scrolled, what is typed.
///
/// It knows no store of what it shows: what it has to know of that is told to it, and what a key asks for it tells.
package struct Browser: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    package enum Action: Sendable {
        case input(Input)
        /// What a key asks for.
        case output(Command)

        /// What it is told.
        package enum Input: Equatable, Sendable, Codable {
            case pressed(Key)
            case resized(WindowSize)
            /// A line of the list was clicked, counted from its top.
            case clicked(row: Int)
            case loadingChanged(isLoading: Bool)
            case listChanged(Screen.List, count: Int)
            /// The article that is open, and its place in the list.
            case pageChanged(Screen.Page?, row: Int?)
            case accountChanged(isSignedIn: Bool)
        }
    }

    /// Makes the feature.
    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        guard case .input(let input) = action else { return .none }
        switch input {
        case .pressed(let key): return state.press(key).map { .send(.output($0)) } ?? .none
        case .clicked(let row): return state.click(row).map { .send(.output($0)) } ?? .none
        case .loadingChanged(let isLoading): state.isLoading = isLoading
        case .resized(let size): state.resize(to: size)
        case .listChanged(let list, let count): state.follow(list, count: count)
        case .pageChanged(let page, let row): state.follow(page, row: row)
        case .accountChanged(let isSignedIn): state.isSignedIn = isSignedIn
        }
        return .none
    }
}

/// The browser as its owner sees it.
package typealias BrowserModule = Module<Browser.Action.Input, Command, Void>

extension Browser.Action: Journaled {
    /// What has changed since actions are kept: nothing yet.
    package static var coding: ActionCoding<Self> { .version(1) }
}
