// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Level1
import Observation
import TributaryCore

/// Objects whose size is measured: the bytes of one of 100,000, beyond the state that they show.
public struct Footprint: Sendable {
    /// How many are made.
    public static let count = 100_000

    /// The name, such as `store/memory/row`.
    public let name: String

    /// Makes the preconditions, and returns a closure that makes the objects to be measured.
    public let prepare: @Sendable @MainActor () -> @MainActor () -> [AnyObject]

    /// All of them.
    public static let all = [
        Footprint(name: "store/memory/row") {
            let list = Store(initialState: List.State(count: count)) { List() }
            return { Array(list.scope(state: \.rows, action: \.rows)) }
        },
        Footprint(name: "store/memory/row/observed") {
            let list = Store(initialState: List.State(count: count)) { List() }
            let rows = Array(list.scope(state: \.rows, action: \.rows))
            return { rows.map { $0.observe(\.count) { _ in } } }
        },
        Footprint(name: "store/memory/row/tracked") {
            let list = Store(initialState: List.State(count: count)) { List() }
            let rows = Array(list.scope(state: \.rows, action: \.rows))
            return {
                for row in rows {
                    withObservationTracking {
                        _ = row.count
                    } onChange: {
                    }
                }
                return [list]
            }
        },
        // The framework alone, with an object for each row.
        Footprint(name: "store/memory/row/tracked/by-hand") {
            let rows = (0..<count).map { _ in TrackedByHand() }
            return {
                for row in rows { row.track() }
                return []
            }
        },
        Footprint(name: "store/memory/scope") {
            let list = Store(initialState: List.State(count: count)) { List() }
            let rows = Array(list.scope(state: \.rows, action: \.rows))
            return { rows.map { $0.scope(state: \.count) } }
        },
        Footprint(name: "store/memory/whole") {
            { (0..<count).map { id in Store(initialState: List.Row.State(id: id)) { List.Row() } } }
        },
        // Five features in five modules.
        Footprint(name: "store/memory/five-features") {
            { (0..<count).map { _ in Store(initialState: Feature1.State()) { Feature1() } } }
        },
        // A separate feature: its store, its module, and their connection.
        Footprint(name: "module/memory") {
            let app = Store(initialState: App.State()) { App() }
            return { separate(from: app) { _ in } }
        },
        Footprint(name: "module/memory/output") {
            let app = Store(initialState: App.State()) { App() }
            return { separate(from: app) { $0.connectOutput() } }
        },
        Footprint(name: "module/memory/both") {
            let app = Store(initialState: App.State()) { App() }
            return { separate(from: app) { $0.connectBoth() } }
        },
    ]

    @MainActor
    private static func separate(from app: StoreOf<App>, connect: (Separate) -> Void) -> [AnyObject] {
        (0..<count).map { _ in
            let separate = Separate(app: app)
            connect(separate)
            return separate
        }
    }
}
