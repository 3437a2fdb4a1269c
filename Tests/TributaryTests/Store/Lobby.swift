// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A lobby before a game: its settings, which the players change and take back.
struct LobbySettings: Reducer {
    struct State: Equatable {
        var name = "Lobby"
        var boardSize = 3
        var isPrivate = false
        var invited: [String] = []
    }

    enum Action: Equatable, Undoable {
        case change(StateChange<State>)
        case invite(String, at: Int)
        case uninvite(String, at: Int)

        func inverted() -> Action {
            switch self {
            case .change(let change): .change(change.inverted())
            case .invite(let player, let position): .uninvite(player, at: position)
            case .uninvite(let player, let position): .invite(player, at: position)
            }
        }
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .invite(let player, let position): state.invited.insert(player, at: position)
            case .uninvite(_, let position): state.invited.remove(at: position)
            }
        }
    }
}

/// The lobby: settings, and a chat that is not undone.
struct Lobby: Reducer {
    struct State: Equatable {
        var settings = LobbySettings.State()
        var chat: [String] = []
    }

    @CasePathable
    enum Action {
        case settings(LobbySettings.Action)
        case say(String)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.settings, action: \.settings) { LobbySettings() }
        Update { state, action in
            if case .say(let text) = action { state.chat.append(text) }
        }
    }
}
