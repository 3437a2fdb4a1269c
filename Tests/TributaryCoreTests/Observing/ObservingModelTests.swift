// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Random operations on a state with rows in every kind of place, against naive comparison of everything: no
/// observer may miss a change of its slice, or hear of one that did not happen.
@MainActor
struct ObservingModelTests {
    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var count = 0
    }

    typealias Rows = IdentifiedArray<Int, Row>

    enum Screen: Equatable, Sendable, CasePathable {
        case closed
        case list(Rows)
        struct AllCasePaths: Sendable {
            var list: CasePath<Screen, Rows> {
                CasePath(embed: Screen.list) { if case .list(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    struct State: Equatable, Sendable {
        var plain = Rows(uniqueElements: (0..<4).map { Row(id: $0) })
        var optional: Rows? = Rows(uniqueElements: (0..<4).map { Row(id: $0) })
        var screen = Screen.list(Rows(uniqueElements: (0..<4).map { Row(id: $0) }))
        var spare = Rows(uniqueElements: (0..<4).map { Row(id: $0, count: 9) })
        var computed: Rows {
            get { plain }
            set { plain = newValue }
        }
    }

    enum Action: CasePathable {
        case change((inout State) -> Void)
        case rows(IdentifiedAction<Int, Never>)
        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, Never>> {
                CasePath(
                    embed: { .rows($0) },
                    extract: { if case .rows(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    /// Observes rows, and remembers what was heard of each.
    @MainActor
    private final class Watcher {
        var heard: [String: Int] = [:]
        private var tokens: [ObservationToken] = []

        func watch(_ rows: RowStores<Int, Row, Never>, _ place: String) {
            for row in rows {
                let name = "\(place) \(row.id)"
                tokens.append(row.observe(\.count) { self.heard[name] = $0 })
            }
        }
    }

    /// What happens to rows, wherever they are.
    private static func change(_ rows: inout Rows, _ generator: inout SplitMix) {
        let id = Int(generator.next() % 6)
        switch generator.next() % 8 {
        case 0: rows[id: id]?.count += 1
        case 1: rows.modify(id: id) { $0.count += 1 }
        case 2: rows.append(Row(id: id))
        case 3: rows.remove(id: id)
        case 4: rows.reverse()
        case 5: if !rows.isEmpty { rows[rows.count - 1].count += 1 }
        case 6:
            // Changed and put back: nothing happened.
            rows[id: id]?.count += 1
            rows[id: id]?.count -= 1
        default: rows = Rows(uniqueElements: rows.map { Row(id: $0.id, count: $0.count + 1) })
        }
    }

    private static func change(_ state: inout State, _ generator: inout SplitMix, _ old: [State]) {
        switch generator.next() % 9 {
        case 0, 1: change(&state.plain, &generator)
        case 2: state.optional.modify { change(&$0, &generator) }
        case 3: state.screen.modify(\.list) { change(&$0, &generator) }
        case 4: swap(&state.plain, &state.spare)
        case 5: state = old[Int(generator.next() % UInt64(old.count))]
        case 6: state.optional = state.optional == nil ? state.plain : nil
        case 7: state.screen = state.screen == .closed ? .list(state.spare) : .closed
        default: change(&state.computed, &generator)
        }
    }

    @Test(arguments: 0..<40) func `nobody misses a change, and nobody hears of one that was none`(
        seed: UInt64
    ) {
        var generator = SplitMix(seed: seed)
        let store = Store(initialState: State()) {
            Update { (state: inout State, action: Action) in
                if case .change(let change) = action { change(&state) }
            }
        }
        let optional: Store<Rows, IdentifiedAction<Int, Never>>? = store.scope(
            state: \.optional,
            action: \.rows
        )
        let list = store.scope(state: \.screen.list, action: \.rows)
        let watcher = Watcher()
        watcher.watch(store.scope(state: \.plain, action: \.rows), "plain")
        watcher.watch(store.scope(state: \.computed, action: \.rows), "computed")
        if let optional { watcher.watch(optional.rowStores(), "optional") }
        if let list { watcher.watch(list.rowStores(), "list") }

        var old = [store.state]
        for step in 0..<60 {
            var expected: [String: Int] = [:]
            var known = watcher.heard
            watcher.heard = [:]
            store.send(.change { Self.change(&$0, &generator, old) })
            old.append(store.state)
            func expect(_ rows: Rows?, _ place: String) {
                for row in rows ?? Rows() where known["\(place) \(row.id)"] != nil {
                    if known["\(place) \(row.id)"] != row.count { expected["\(place) \(row.id)"] = row.count }
                }
            }
            expect(store.state.plain, "plain")
            expect(store.state.plain, "computed")
            expect(store.state.optional, "optional")
            expect(store.state.screen[case: \.list], "list")
            #expect(watcher.heard == expected, "seed \(seed), step \(step)")
            known.merge(watcher.heard) { $1 }
            watcher.heard = known
        }
    }
}
