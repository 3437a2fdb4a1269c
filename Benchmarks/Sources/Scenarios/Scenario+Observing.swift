// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    private static let watchers = [10, 100, 1_000, 10_000]

    /// One row changed while each row's store is watched, is only alive, or the same is selected at the root.
    static let observing = watchers.flatMap { count in
        [
            Scenario("observe/rows/\(count)", baseline: "observe/rows/10") {
                let watched = WatchedList(count: count)
                watched.watchRows()
                return { runs in MainActor.assumeIsolated { watched.change(times: runs) } }
            },
            Scenario("observe/unobserved/\(count)", baseline: "observe/unobserved/10") {
                let watched = WatchedList(count: count)
                return { runs in MainActor.assumeIsolated { watched.change(times: runs) } }
            },
            Scenario("observe/root-selectors/\(count)", baseline: "observe/root-selectors/10") {
                let watched = WatchedList(count: count)
                watched.watchFromRoot()
                return { runs in MainActor.assumeIsolated { watched.change(times: runs) } }
            },
        ]
    }

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
    ]
}

/// A list whose rows' stores all live.
@MainActor
private final class WatchedList {
    private let store: Store<List.State, List.Action>
    private let rows: [Store<List.Row.State, List.Row.Action>]
    private var tokens: [ObservationToken] = []
    private let changed: Int

    init(count: Int) {
        store = Store(initialState: List.State(count: count)) { List() }
        rows = Array(store.scope(state: \.rows, action: \.rows))
        changed = count / 2
    }

    func watchRows() { tokens = rows.map { $0.observe(\.count) { _ in } } }

    func watchFromRoot() {
        tokens = (0..<rows.count).map { id in store.observe({ $0.rows[id: id]?.count }) { _ in } }
    }

    func change(times: Int) {
        let id = changed
        for _ in 0..<times { store.send(.rows(.element(id: id, action: .increment))) }
    }
}
