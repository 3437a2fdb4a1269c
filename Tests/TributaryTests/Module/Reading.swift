// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A reading room: its input is the reader, and its outputs are opened titles.
struct Reading: Reducer {
    struct State: Equatable, Sendable {
        var reader: String
        var opened: [String] = []
        /// The state that is visible outside.
        var count: Int { opened.count }
    }

    @CasePathable
    enum Action: Sendable {
        case open(String)
        case fetch(String)
        case input(Input)
        case output(Output)

        enum Input: Equatable, Sendable { case readerChanged(String) }
        enum Output: Equatable, Sendable { case opened(String, by: String), welcomed(String) }
    }

    @Dependency(\.titles) var titles

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .open(let title):
                state.opened.append(title)
                return .send(.output(.opened(title, by: state.reader)))
            case .fetch(let key):
                return .run { send in await send(.open(await titles(key))) }
            case .input(.readerChanged(let reader)):
                state.reader = reader
                return .send(.output(.welcomed(reader)))
            case .output:
                return .none
            }
        }
    }
}

private enum TitlesKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (String) async -> String { { $0 } }
}

extension Dependencies {
    var titles: @Sendable (String) async -> String {
        get { self[TitlesKey.self] }
        set { self[TitlesKey.self] = newValue }
    }
}

/// An app around it, with the feature as a part or attached from outside.
struct Building: Reducer {
    struct State: Equatable, Sendable {
        var visitor = "nobody"
        var doors = 0
        var log: [String] = []
        var reading: Reading.State?
    }

    @CasePathable
    enum Action: Sendable {
        case enter(String)
        case door
        case reading(Reading.Action)
        case readingHappened(Reading.Action.Output)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .enter(let name):
                state.visitor = name
                return state.reading == nil ? .none : .send(.reading(.input(.readerChanged(name))))
            case .door:
                state.doors += 1
            case .reading(.output(let output)), .readingHappened(let output):
                state.log.append("\(output)")
            case .reading:
                break
            }
            return .none
        }
        .ifLet(\.reading, action: \.reading) { Reading() }
    }
}
