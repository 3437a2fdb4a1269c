// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import TerminalKit
package import Tributary

/// The input line, and the scroll position of the messages.
package struct Prompt: Reducer, Sendable {
    package struct State: Equatable {
        package internal(set) var field = TextField(limit: 2000)
        /// The number of messages below the window.
        package internal(set) var scroll = 0
        /// The answer to the last command.
        package internal(set) var answer: [String] = []
        /// Earlier messages and commands, the newest last; never a line with a password.
        package internal(set) var past: [String] = []
        /// The index of the earlier line in the field; `nil` for a new line.
        package internal(set) var recalled: Int?
        /// The new line, while an earlier one is in the field.
        package internal(set) var unfinished = ""

        package init() {}
    }

    /// The actions of the prompt.
    @CasePathable
    package enum Action: Sendable {
        case press(Key)
        case answered([String])
        case output(Output)

        /// The outputs of the prompt.
        @CasePathable
        package enum Output: Equatable, Sendable {
            /// A message, or a command without its slash.
            case say(String)
            case command(Confidential)
            case nextRoom
            /// Requests messages before the oldest loaded one.
            case older
        }
    }

    /// The number of messages that a key scrolls by.
    private static let scrollStep = 5

    /// The number of lines to remember.
    static let pastLimit = 100

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
        case .pageUp:
            state.scroll = min(state.scroll + Self.scrollStep, 100_000)
        case .pageDown:
            state.scroll = max(0, state.scroll - Self.scrollStep)
        case .up: state.recall(by: -1)
        case .down: state.recall(by: 1)
        case .escape:
            state.edit("")
            state.answer = []
            state.scroll = 0
        case .tab:
            guard let completion = state.completion else { return .send(.output(.nextRoom)) }
            state.edit(completion)
        case .enter:
            let text = state.field.text.trimmed
            state.keep(text)
            state.edit("")
            state.scroll = 0
            guard !text.isEmpty else { return .none }
            state.answer = []
            if text == "/history" {
                state.scroll = Self.scrollStep
                return .send(.output(.older))
            }
            return .send(
                .output(text.hasPrefix("/") ? .command(Confidential(String(text.dropFirst()))) : .say(text))
            )
        default:
            if state.field.press(key) { state.recalled = nil }
        }
        return .none
    }
}

extension Prompt.State {
    /// The commands that the input can be completed to, each with its usage and description.
    package var hints: [String] {
        guard let verb else { return [] }
        return Command.overview.split(separator: "\n").map(String.init).filter { line in
            line.hasPrefix(verb) && (!hasArgument || line.dropFirst(verb.count).first?.isLetter != true)
        }
    }

    /// The command with a slash, if the input can be completed to only one.
    var completion: String? {
        guard let verb, !hasArgument else { return nil }
        let names = Set(hints.map { String($0.prefix { $0.isLetter }) })
        guard let name = names.first, names.count == 1, name != verb else { return nil }
        return "/\(name) "
    }

    private var hasArgument: Bool { field.text.contains(" ") }

    /// The letters behind the slash.
    private var verb: String? {
        guard field.text.hasPrefix("/") else { return nil }
        return String(field.text.dropFirst().prefix { $0 != " " })
    }

    mutating func edit(_ text: String) {
        field = TextField(text, limit: 2000)
        recalled = nil
    }

    /// Whether a line may be shown again.
    ///
    /// An unknown command may contain a password, as in “/singin”, and is not shown again.
    private static func mayBeSeen(_ text: String) -> Bool {
        guard text.hasPrefix("/") else { return true }
        return (try? Command(line: String(text.dropFirst()))).map { !$0.isSecret } ?? false
    }

    /// Remembers a line if it may be shown again.
    mutating func keep(_ text: String) {
        guard !text.isEmpty, past.last != text, Self.mayBeSeen(text) else { return }
        past.append(text)
        if past.count > Prompt.pastLimit { past.removeFirst() }
    }

    /// Shows an older line, or a newer one, or at the end the new line.
    mutating func recall(by step: Int) {
        if recalled == nil { unfinished = Self.mayBeSeen(field.text) ? field.text : "" }
        let place = (recalled ?? past.count) + step
        guard place >= 0, place <= past.count, place != recalled ?? past.count else { return }
        field = TextField(place == past.count ? unfinished : past[place], limit: 2000)
        recalled = place == past.count ? nil : place
    }

    /// The line as shown on the screen: without passwords.
    var shownField: TextField {
        guard field.text.hasPrefix("/sign"), let space = field.text.firstIndex(of: " ") else { return field }
        let hidden = field.text[space...].map { $0 == " " ? " " : "•" }
        return TextField(field.text[..<space] + hidden.joined())
    }
}
