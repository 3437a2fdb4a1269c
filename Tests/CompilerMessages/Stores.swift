// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

@MainActor
func useStores(_ whole: Store<Whole, Event>, _ search: StoreOf<Search>, _ plain: Store<Whole, Plain>) {
    search.page = 3  // error: The state changes only by actions
    search.titles.append("Dune")  // error: The state changes only by actions
    whole.search.page += 1  // error: The state changes only by actions
    _ = search.pge  // error: no dynamic member 'pge'
    search.send(.tipe("a"))  // error: 'Search.Action' has no member 'tipe'
    search.send(.type)  // error: 'type' expects argument of type 'String'
    search.observe(\.page) { print($0) }  // error: result of call to 'observe(_:removeDuplicates:onChange:)' is unused
    search.attach(Feedback(\.query) { _, _ in })  // error: result of call to 'attach' is unused
    whole.mount { Scope(state: \.search, action: \.search) { Search() } }  // error: result of call to 'mount(named:_:fileID:line:)' is unused
    _ = search.observe(\.pge) { print($0) }  // error: 'pge'
    _ = whole.scope(state: \.serch, action: \.search)  // error: value of type 'Whole' has no member 'serch'
    _ = whole.scope(state: \.search, action: \.serch)  // error: has no member 'serch'
    _ = whole.scope(case: \.screen.serch, action: \.search)  // error: no dynamic member 'serch'
    _ = plain.scope(state: \.search, action: \.search)  // error: 'Plain' conform to 'CasePathable'
    let row: StoreOf<Row> = whole.scope(state: \.search, action: \.search)  // error: 'KeyPath<Whole, Search.State>'
    _ = whole.mount { Scope(state: \.serch, action: \.search) { Search() } }  // error: value of type 'Whole' has no member 'serch'
    _ = whole.mount { Scope(state: \.search, action: \.serch) { Search() } }  // error: has no member 'serch'
    print(row)
}

@MainActor
func makeStores() {
    _ = Store(initialState: Search.State(qery: "a")) { Search() }  // error: have 'qery:', expected 'query:'
    _ = Store(initialState: Search.State()) { Serch() }  // error: cannot find 'Serch' in scope
    _ = Store(initialState: Row.State(id: 1)) { Search() }  // error: 'Row.State'
    _ = Module(Search(), initialState: Search.State(), input: \.tipe, output: \.found)  // error: has no member 'tipe'
}
