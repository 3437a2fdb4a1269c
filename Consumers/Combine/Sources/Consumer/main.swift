// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCombine

/// A command-line tool with publishers: on Linux it needs the trait `OpenCombine`.
struct Search: Reducer {
    struct State: Equatable { var query = "", found = 0 }
    enum Action { case type(String), found(Int) }

    let results = PassthroughSubject<Int, Never>()

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .type(let query):
                state.query = query
                return .none
            case .found(let count):
                state.found = count
                return .none
            }
        }
    }
}

let store = Store(initialState: Search.State()) { Search() }
var heard: [String] = []
let cancellable = store.publisher(\.query).sink { heard.append($0) }
let typed = PassthroughSubject<String, Never>()
let typing = typed.map { Search.Action.type($0) }.send(to: store)
typed.send("swift")
typed.send("swift")
typed.send("combine")
print(heard.joined(separator: ","))
cancellable.cancel()
typing.cancel()
