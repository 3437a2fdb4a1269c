// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The declarations that the mistakes in this folder use. It has no mistakes itself.

// swift-format-ignore-file

import Tributary

struct Search: Reducer {
    struct State: Equatable {
        var query: String?
        var page = 0
        var titles: [String] = []
        var hosts: Set<String> = []
        var requests: [String: Int] = [:]
    }

    @CasePathable
    enum Action: Equatable {
        case type(String)
        case found([String])
        case failed
    }

    var body: some Reducer<State, Action> { EmptyReducer() }
}

struct Row: Reducer {
    struct State: Identifiable, Equatable {
        let id: Int
        var isDone = false
    }

    @CasePathable
    enum Action: Equatable { case toggle, remove }

    var body: some Reducer<State, Action> { EmptyReducer() }
}

struct Whole {
    var search = Search.State()
    var sheet: Search.State?
    var screen = Screen.home
    var rows: IdentifiedArray<Int, Row.State> = []
    var count = 0

    @CasePathable
    enum Screen {
        case home
        case search(Search.State)
    }
}

@CasePathable
enum Event {
    case search(Search.Action)
    case sheet(Search.Action)
    case rows(IdentifiedAction<Int, Row.Action>)
    case counted(Int)
}

/// An enum whose cases have no paths.
enum Plain { case search(Search.Action), other }

final class Counter {
    var count = 0
}
