// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary
import TributaryTesting

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
