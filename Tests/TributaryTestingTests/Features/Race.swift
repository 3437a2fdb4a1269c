// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Some effects of one step each, whose actions record their order.
struct Race: Reducer {
    struct State: Equatable, Sendable {
        var order: [Int] = []
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case start(Int)
        case arrived(Int)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .start(let count):
                return .merge(
                    (1...count).map { number in
                        .run(name: "runner \(number)") { send in await send(.arrived(number)) }
                    }
                )
            case .arrived(let number):
                state.order.append(number)
                return .none
            }
        }
    }
}

/// A search whose answers may overtake each other, unless it cancels the question before.
struct Search: Reducer {
    let cancelsInFlight: Bool

    struct State: Equatable, Sendable {
        var query = ""
        var results: [String] = []
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case queryChanged(String)
        case answered([String])
    }

    private enum Identifier { case search }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .queryChanged(let query):
                state.query = query
                let search = Effect<Action>.run(name: "search \(query)") { send in
                    await send(.answered(["result of \(query)"]))
                }
                return cancelsInFlight
                    ? search.cancellable(id: Identifier.search, cancelInFlight: true) : search
            case .answered(let results):
                state.results = results
                return .none
            }
        }
    }
}
