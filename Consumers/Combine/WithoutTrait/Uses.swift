// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCombine

// Each line that ends in `// told` uses another name that only the trait makes available, and has to be answered with
// the sentence that says so. Compiled by Scripts/check-consumers.sh traits, and by nothing else.

enum Search {
    struct State: Equatable { var query = "" }
    enum Action: Sendable { case found(Int) }
}

@MainActor
func publish(_ store: Store<Search.State, Search.Action>, _ module: Module<Int, String, Int>) {
    let query: KeyPath<Search.State, String> = \.query
    _ = store.publisher(\.query)  // told
    _ = store.publisher { $0.query }  // told
    _ = store.publisher(query)  // told
    _ = store.publisher(\.query, removeDuplicates: { $0.count == $1.count })  // told
    _ = store.publisher()  // told
    _ = store.actionsPublisher  // told
    _ = module.publisher()  // told
    _ = module.outputsPublisher  // told
}

@Sendable
func answer(_ error: any Error, _ send: Send<Search.Action>) async {}

func subscribe(_ numbers: [Int], _ actions: [Search.Action]) -> [Effect<Search.Action>] {
    [
        .publisher({ numbers }, action: Search.Action.found),  // told
        .publisher({ numbers }, action: { .found($0) }),  // told
        .publisher({ numbers }, action: Search.Action.found, catch: answer),  // told
        .publisher({ actions }),  // told
    ]
}

func keep(_ publisher: StorePublisher<Int>) {}  // told
