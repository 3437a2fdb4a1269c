// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
package import Tributary
package import TributaryLog

/// The state of the terminal alone, as a feature: the selection in each list, the scroll position, and the
/// line being typed.
///
/// It uses no store of the content: its inputs are the content, and its outputs are commands.
package struct Browser: Reducer, Sendable {
    /// The actions of the browser.
    @CasePathable
    package enum Action: Sendable {
        case input(Input)
        /// The command that a key requests.
        case output(Command)

        /// The inputs from outside.
        package enum Input: Equatable, Sendable, Codable {
            case pressed(Key)
            case resized(WindowSize)
            /// A line of the list was clicked, counted from its top.
            case clicked(row: Int)
            case loadingChanged(isLoading: Bool)
            case listChanged(Screen.List, count: Int)
            /// The open article, and its row in the list.
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

/// The browser as its owner uses it.
package typealias BrowserModule = Module<Browser.Action.Input, Command, Void>

extension Browser.Action: Journaled {
    /// The versions of the actions' format; there is only one so far.
    package static var coding: ActionCoding<Self> { .version(1) }
}
