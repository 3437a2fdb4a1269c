// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
package import Tributary

/// What a person types, and how far back the messages are scrolled.
package struct Prompt: Reducer, Sendable {
    package struct State: Equatable {
        package internal(set) var field = TextField(limit: 2000)
        /// How many messages below the window are passed over.
        package internal(set) var scroll = 0
        /// The answer to the last command.
        package internal(set) var answer: [String] = []

        package init() {}
    }

    /// What can happen.
    @CasePathable
    package enum Action: Sendable {
        case press(Key)
        case answered([String])
        case output(Output)

        /// What the outside is told.
        @CasePathable
        package enum Output: Equatable, Sendable {
            /// Something to say, or a command without its slash.
            case say(String)
            case command(String)
            case nextRoom
        }
    }

    /// How many messages a key scrolls by.
    private static let scrollStep = 5

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .press(let key): return press(key, in: &state)
        case .answered(let lines):
            state.answer = lines
            return .none
        case .output: return .none
        }
    }

    private func press(_ key: Key, in state: inout State) -> Effect<Action> {
        switch key {
        case .pageUp, .up:
            state.scroll = min(state.scroll + Self.scrollStep, 100_000)
        case .pageDown, .down:
            state.scroll = max(0, state.scroll - Self.scrollStep)
        case .escape:
            state.field = TextField(limit: 2000)
            state.answer = []
            state.scroll = 0
        case .tab:
            return .send(.output(.nextRoom))
        case .enter:
            let text = state.field.text.trimmed
            state.field = TextField(limit: 2000)
            state.scroll = 0
            guard !text.isEmpty else { return .none }
            state.answer = []
            return .send(.output(text.hasPrefix("/") ? .command(String(text.dropFirst())) : .say(text)))
        default:
            state.field.press(key)
        }
        return .none
    }
}

extension Prompt.State {
    /// The line as others may see it over a shoulder: without the passwords of a command.
    var shownField: TextField {
        guard field.text.hasPrefix("/sign"), let space = field.text.firstIndex(of: " ") else { return field }
        let hidden = field.text[space...].map { $0 == " " ? " " : "•" }
        return TextField(field.text[..<space] + hidden.joined())
    }
}
