// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// Making a scope of a store, where it does not live yet and where it does.
    static let scoping = [
        Scenario("scope/create") {
            let store = Store(initialState: List.State(count: 10)) { List() }
            return { runs in
                MainActor.assumeIsolated {
                    for index in 0..<runs { _ = store.scope(state: \.rows, action: \.rows)[index % 10] }
                }
            }
        },
        Scenario("scope/again") {
            let store = Store(initialState: List.State(count: 10)) { List() }
            let row = store.scope(state: \.rows, action: \.rows)[0]
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { _ = store.scope(state: \.rows, action: \.rows)[0] }
                    withExtendedLifetime(row) {}
                }
            }
        },
        // The collection of the rows' stores, with none of its stores.
        Scenario("scope/rows/10") { scopingRows(10) },
        Scenario("scope/rows/10000", baseline: "scope/rows/10") { scopingRows(10_000) },
        Scenario("scope/property/create") {
            let store = Store(initialState: ListHolder.State()) { ListHolder() }
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { _ = store.scope(state: \.list, action: \.list) }
                }
            }
        },
        Scenario("scope/property/again") {
            let store = Store(initialState: ListHolder.State()) { ListHolder() }
            let list = store.scope(state: \.list, action: \.list)
            return { runs in
                MainActor.assumeIsolated {
                    for _ in 0..<runs { _ = store.scope(state: \.list, action: \.list) }
                    withExtendedLifetime(list) {}
                }
            }
        },
    ]

    @MainActor
    private static func scopingRows(_ count: Int) -> (Int) -> Void {
        let store = Store(initialState: List.State(count: count)) { List() }
        return { runs in
            MainActor.assumeIsolated {
                for _ in 0..<runs { _ = store.scope(state: \.rows, action: \.rows) }
            }
        }
    }
}

/// A list in a property.
struct ListHolder: Reducer {
    struct State { var list = List.State(count: 10) }
    enum Action: CasePathable {
        case list(List.Action)
        struct AllCasePaths: Sendable {
            var list: CasePath<Action, List.Action> {
                CasePath(embed: Action.list) { if case .list(let action) = $0 { action } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some Reducer<State, Action> {
        Scope(state: \.list, action: \.list) { List() }
    }
}
