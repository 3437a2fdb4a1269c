// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import TributaryCore

extension Scenario {
    private static let watchers = [10, 100, 1_000, 10_000]

    /// One row changed while each row's store is watched, in one way or the other, or is only alive.
    static let observing =
        watchers.flatMap { count in
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
                Scenario("observe/unobserved-again/\(count)", baseline: "observe/unobserved-again/10") {
                    let watched = WatchedList(count: count)
                    watched.watchRows()
                    watched.stopWatching()
                    return { runs in MainActor.assumeIsolated { watched.change(times: runs) } }
                },
                Scenario("observe/tracked/\(count)", baseline: "observe/tracked/10") {
                    let watched = WatchedList(count: count)
                    watched.trackRows()
                    return { runs in MainActor.assumeIsolated { watched.changeTracked(times: runs) } }
                },
                Scenario("observe/root-selectors/\(count)", baseline: "observe/root-selectors/10") {
                    let watched = WatchedList(count: count)
                    watched.watchFromRoot()
                    return { runs in MainActor.assumeIsolated { watched.change(times: runs) } }
                },
            ]
        } + [
            Scenario("observe/tracked/by-hand") {
                let object = TrackedByHand()
                object.track()
                return { runs in MainActor.assumeIsolated { object.change(times: runs) } }
            }
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

    func stopWatching() { tokens = [] }

    func trackRows() { for row in rows { track(row) } }

    func change(times: Int) {
        let id = changed
        for _ in 0..<times { store.send(.rows(.element(id: id, action: .increment))) }
    }

    /// Tracking is for one change: it begins again after each.
    func changeTracked(times: Int) {
        let row = rows[changed]
        let id = changed
        for _ in 0..<times {
            store.send(.rows(.element(id: id, action: .increment)))
            track(row)
        }
    }

    private func track(_ row: Store<List.Row.State, List.Row.Action>) {
        withObservationTracking {
            _ = row.count
        } onChange: {
        }
    }
}

/// The cost of the framework itself: one property of one object is changed, and tracked again.
@MainActor
final class TrackedByHand: Observable {
    private let registrar = ObservationRegistrar()
    private var storedCount = 0

    private var count: Int {
        registrar.access(self, keyPath: \.count)
        return storedCount
    }

    func track() {
        withObservationTracking {
            _ = count
        } onChange: {
        }
    }

    func change(times: Int) {
        for _ in 0..<times {
            registrar.withMutation(of: self, keyPath: \.count) { storedCount &+= 1 }
            track()
        }
    }
}
