// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary
import TributaryTesting

struct Loose: Reducer {
    struct State { var count = 0 }
    @CasePathable enum Action: Sendable { case input(Int), output(Int) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor
func testLoose() async {
    _ = TestStore(initialState: Loose.State()) { Loose() }  // error: Make the state Equatable, or pass 'comparing:'
    _ = TestStore { StoreActor(initialState: Loose.State()) { Loose() } }  // error: Make the state Equatable, or pass 'comparing:'
    _ = TestModule { loose() }  // error: Make the state Equatable, or pass 'comparing:'
}

@MainActor
func loose() -> Module<Int, Int, Loose.State> {
    Module(Store(initialState: Loose.State()) { Loose() }, input: \.input, output: \.output, state: \.self)
}

@MainActor
func testDependencies() {
    _ = TestStore(initialState: Search.State()) {
        Search()
    } dependencies: {
        $0.clok = TestClock()  // error: value of type 'Dependencies' has no member 'clok'
        $0.isTesting = true
    }
}

struct Callback: Reducer {
    struct State: Hashable { var count = 0; var call: () -> Void { {} } }
    enum Action: Hashable { case call }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor
func testIdentity() async {
    await check(Callback(), initialState: .init(), actions: { _ in [.call] }, properties: [], identifiedBy: .part(\.count))
    await check(Callback(), initialState: .init(), actions: { _ in [.call] }, properties: [], identifiedBy: .part(\.call))  // error: cannot be converted to contextual type 'any Hashable'
}

@MainActor
func testSearch() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.tipe("a"))  // error: 'Search.Action' has no member 'tipe'
    await store.send(.type("a")) { $0.qery = "a" }  // error: value of type 'Search.State' has no member 'qery'
    await store.receive(\.fond)  // poor: cannot infer key path type from context
    await store.receive(\.fond) { $0.page = 1 }  // poor: cannot infer key path type from context
    await store.receive(\.fond, ["a"])  // error: has no member 'fond'
    await store.receive(\.found, [1])  // error: 'Int'
    await store.receive(.fond(["a"]))  // error: type 'Search.Action' has no member 'fond'
    await store.receive(\.found) { $0.titels = ["a"] }  // error: value of type 'Search.State' has no member 'titels'
    await store.receive(where: { $0.is(\.fond) })  // error: has no member 'fond'
}
