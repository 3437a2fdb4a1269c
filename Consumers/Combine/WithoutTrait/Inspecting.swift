// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryInspector

// Each line that ends in `// told` uses another name that only the trait Inspector makes available, and has to be answered
// with the sentence that says so. Compiled by Scripts/check-consumers.sh traits, and by nothing else.

struct Counter: Reducer {
    func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none }
}

@MainActor
func inspect(_ store: StoreOf<Counter>, _ room: StoreActor<Int, Bool>) async throws {
    _ = try await Inspector.serve(store, name: "Shop")  // told
    _ = try await Inspector.serve(store, name: "Shop") { Counter() }  // told
    _ = try await Inspector.serve(room, name: "Room", configuration: .init(port: 80))  // told
    _ = try await Inspector.serve(room, name: "Room") { Counter() }  // told
}

@MainActor
func add(
    _ store: StoreOf<Counter>,
    _ room: StoreActor<Int, Bool>,
    to inspector: Inspector  // told
) async throws {
    try inspector.add(store, name: "Shop")
    try inspector.add(store, name: "Shop") { Counter() }
    try await inspector.add(room, name: "Room")
    try await inspector.add(room, name: "Room") { Counter() }
    print(inspector.address)
    await inspector.end()
}

struct Program {
    var inspector: Inspector?  // told
}
