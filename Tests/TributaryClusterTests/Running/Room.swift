// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCluster
import TributaryCore
import TributaryLog

struct Room: Reducer {
    struct State: Codable, Equatable, Sendable {
        var id: String
        var topic = ""
        var said: [String] = []
    }

    enum Action: Journaled, Sendable {
        case say(String)
        case name(String)

        struct AllCasePaths: Sendable {
            var say: CasePath<Action, String> {
                CasePath(embed: Action.say) { if case .say(let text) = $0 { text } else { nil } }
            }
            var name: CasePath<Action, String> {
                CasePath(embed: Action.name) { if case .name(let text) = $0 { text } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .say(let text): state.said.append(text)
        case .name(let text): state.topic = text
        }
        return .none
    }
}

/// Everything of a room.
struct Everything: ClusterQuestion {
    typealias Answer = Room.State
}

/// Asks for the messages of a room.
struct Said: ClusterQuestion {
    typealias Answer = [String]
}

extension Cluster {
    func rooms(_ name: String = "room", version: Int = 1) -> Directory<Room.State, Room.Action> {
        directory(name, version: version, initialState: { Room.State(id: $0) }) { Room() }
            .answering(Everything.self) { _, state in state }
            .answering(Said.self) { _, state in state.said }
    }
}
