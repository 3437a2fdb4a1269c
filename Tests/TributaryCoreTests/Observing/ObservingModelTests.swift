// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Random operations on a state with rows in every kind of place, compared with a naive comparison of
/// everything: no observer may miss a change of its slice, or receive one that did not happen.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ObservingModelTests {}

extension ObservingModelTests {
    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var count = 0
        var cells: IdentifiedArray<Int, Cell> = [Cell(id: 0), Cell(id: 1)]
    }

    struct Cell: Identifiable, Equatable, Sendable {
        let id: Int
        var count = 0
    }

    /// The state two scopes deep.
    struct Inner: Equatable, Sendable {
        var rows = Rows(uniqueElements: (0..<4).map { Row(id: $0) })
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
        var inner = Inner()
        var spare = Rows(uniqueElements: (0..<4).map { Row(id: $0, count: 9) })
        var computed: Rows {
            get { plain }
            set { plain = newValue }
        }
    }

    enum RowAction: CasePathable {
        case cells(IdentifiedAction<Int, Never>)
        struct AllCasePaths: Sendable {
            var cells: CasePath<RowAction, IdentifiedAction<Int, Never>> {
                CasePath(embed: RowAction.cells) { if case .cells(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    enum Action: CasePathable {
        case change((inout State) -> Void)
        case rows(IdentifiedAction<Int, RowAction>)
        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, RowAction>> {
                CasePath(
                    embed: { .rows($0) },
                    extract: { if case .rows(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    /// Observes rows and the cells of each, and records the received values.
    @MainActor
    private final class Watcher {
        var heard: [String: Int] = [:]
        private var tokens: [ObservationToken] = []

        func watch<RowAction, CellAction>(
            _ rows: RowStores<Int, Row, RowAction>,
            _ place: String,
            cells: (Store<Row, RowAction>) -> RowStores<Int, Cell, CellAction>
        ) {
            for row in rows {
                let name = "\(place) \(row.state.id)"
                tokens.append(row.observe(\.count) { self.heard[name] = $0 })
                for cell in cells(row) {
                    let name = "\(name) \(cell.state.id)"
                    tokens.append(cell.observe(\.count) { self.heard[name] = $0 })
                }
            }
        }
    }

    /// Changes rows, in any place.
    private static func change(_ rows: inout Rows, _ generator: inout SeededGenerator) {
        let id = Int(generator.next() % 6)
        switch generator.next() % 10 {
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
        case 7: rows[id: id]?.cells[id: id % 2]?.count += 1
        case 8: rows.modify(id: id) { $0.cells.reverse() }
        default: rows = Rows(uniqueElements: rows.map { Row(id: $0.id, count: $0.count + 1) })
        }
    }

    private static func change(_ state: inout State, _ generator: inout SeededGenerator, _ old: [State]) {
        switch generator.next() % 11 {
        case 0, 1: change(&state.plain, &generator)
        case 2: state.optional.modify { change(&$0, &generator) }
        case 3: state.screen.modify(\.list) { change(&$0, &generator) }
        case 4: swap(&state.plain, &state.spare)
        case 5: state = old[Int(generator.next() % UInt64(old.count))]
        case 6: state.optional = state.optional == nil ? state.plain : nil
        case 7: state.screen = state.screen == .closed ? .list(state.spare) : .closed
        case 8: change(&state.inner.rows, &generator)
        case 9: swap(&state.inner.rows, &state.spare)
        default: change(&state.computed, &generator)
        }
    }

    @Test(arguments: 0..<40) func `no observer misses a change, or is notified without one`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        let store = Store(initialState: State()) {
            Update { (state: inout State, action: Action) in
                if case .change(let change) = action { change(&state) }
            }
        }
        let optional: Store<Rows, IdentifiedAction<Int, RowAction>>? = store.scope(
            state: \.optional,
            action: \.rows
        )
        let list = store.scope(case: \.screen.list, action: \.rows)
        let watcher = Watcher()
        func watchWithActions(_ rows: RowStores<Int, Row, RowAction>, _ place: String) {
            watcher.watch(rows, place) { $0.scope(state: \.cells, action: \.cells) }
        }
        watchWithActions(store.scope(state: \.plain, action: \.rows), "plain")
        watchWithActions(store.scope(state: \.computed, action: \.rows), "computed")
        watchWithActions(store.scope(state: \.inner).scope(state: \.rows, action: \.rows), "inner")
        watcher.watch(store.scope(rows: \.plain), "plain without actions") { $0.scope(rows: \.cells) }
        if let optional {
            watcher.watch(optional.scope(rows: \.self), "optional") { $0.scope(rows: \.cells) }
        }
        if let list { watcher.watch(list.scope(rows: \.self), "list") { $0.scope(rows: \.cells) } }

        var old = [store.state]
        for step in 0..<60 {
            var expected: [String: Int] = [:]
            var known = watcher.heard
            watcher.heard = [:]
            store.send(.change { Self.change(&$0, &generator, old) })
            old.append(store.state)
            func expect(_ count: Int, _ name: String) {
                if let before = known[name], before != count { expected[name] = count }
            }
            func expect(_ rows: Rows?, _ place: String) {
                for row in rows ?? Rows() {
                    expect(row.count, "\(place) \(row.id)")
                    for cell in row.cells { expect(cell.count, "\(place) \(row.id) \(cell.id)") }
                }
            }
            expect(store.state.plain, "plain")
            expect(store.state.plain, "plain without actions")
            expect(store.state.plain, "computed")
            expect(store.state.inner.rows, "inner")
            expect(store.state.optional, "optional")
            expect(store.state.screen[case: \.list], "list")
            #expect(watcher.heard == expected, "seed \(seed), step \(step)")
            known.merge(watcher.heard) { $1 }
            watcher.heard = known
        }
    }
}
