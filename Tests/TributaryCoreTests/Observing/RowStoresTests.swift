// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// The stores of rows, and the values that their observers receive.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RowStoresTests {}

extension RowStoresTests {
    private func store(rows: Int) -> StoreOf<Dashboard> {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        for id in 0..<rows { store.send(.appendRow(id: id)) }
        return store
    }

    @Test func `rows are a collection of stores, by position and by identifier`() {
        let store = store(rows: 3)
        let rows = store.scope(state: \.rows, action: \.rows)
        #expect(rows.count == 3)
        rows[1].send(.add(5))
        #expect(rows.map(\.counter.count) == [0, 5, 0])
        #expect(rows[id: 1] === rows[1])
        #expect(rows[id: 7] == nil)
        #expect(store.rows[id: 1]?.counter.count == 5)
        store.send(.removeRow(id: 1))
        #expect(rows[id: 1] == nil)
        #expect(store.scope(state: \.rows, action: \.rows).map(\.id) == [0, 2])
    }

    @Test(arguments: [true, false])
    func `rows and joined rows of the same type are observed apart`(isJoinedFirst: Bool) {
        var state = Library.State([Book(1, "a")])
        state.rows.append(Library.Row(id: 7, book: 1))
        let store = Store(initialState: state) { Library() }
        let titled = Join<Library.State, Library.Row, Library.Row>(\.books, on: \.page.bookID) { row, book in
            var row = row
            row.page.isOpen = book?.title == "b"
            return row
        } separating: { row in
            (row, Book(row.page.bookID))
        }
        var (plain, joined): ([Bool?], [Bool?]) = ([], [])
        let observations = [
            { store.scope(rows: \.rows)[id: 7]?.observe(\.page.isOpen) { plain.append($0) } },
            {
                store.scope(state: \.rows, action: \.rows, joining: titled)[id: 7]?
                    .observe(\.page.isOpen) { joined.append($0) }
            },
        ]
        let tokens = (isJoinedFirst ? observations.reversed() : observations).map { $0() }
        store.send(.change { $0.books[id: 1]?.title = "b" })
        store.send(.change { $0.rows[id: 7]?.page.isOpen = true })
        #expect(plain == [nil, true])
        #expect(joined == [false, true])
        withExtendedLifetime(tokens) {}
    }

    /// Joins a row with its book, and opens it or not.
    private func join(isOpen: Bool) -> Join<Library.State, Library.Row, Library.Row> {
        Join(\.books, on: \.page.bookID) { row, _ in
            var row = row
            row.page.isOpen = isOpen
            return row
        } separating: { row in
            (row, Book(row.page.bookID))
        }
    }

    @Test func `each parent of a type has the rows of its own join`() {
        struct Pair { var left, right: Library.State }
        var state = Library.State([Book(1, "a")])
        state.rows.append(Library.Row(id: 7, book: 1))
        let store = Store(initialState: Pair(left: state, right: state)) {
            EmptyReducer<Pair, Library.Action>()
        }
        let rows = [(\Pair.left, true), (\Pair.right, false)].map { side, isOpen in
            store.scope(state: side).scope(state: \.rows, action: \.rows, joining: join(isOpen: isOpen))
        }
        #expect(rows.map { $0[id: 7]?.state.page.isOpen } == [true, false])
    }

    @Test func `the rows of a store are joined in one way while one of them is tracked`() {
        var state = Library.State([Book(1, "a")])
        state.rows.append(Library.Row(id: 7, book: 1))
        let store = Store(initialState: state) { EmptyReducer<Library.State, Library.Action>() }
        func isOpen(joining join: Join<Library.State, Library.Row, Library.Row>) -> Bool? {
            store.scope(state: \.rows, action: \.rows, joining: join)[id: 7]?.state.page.isOpen
        }
        #expect(isOpen(joining: join(isOpen: true)) == true)
        #expect(isOpen(joining: join(isOpen: false)) == false)
        withObservationTracking {
            #expect(isOpen(joining: join(isOpen: true)) == true)
        } onChange: {
        }
        #expect(isOpen(joining: join(isOpen: false)) == true)
    }

    @Test func `a row's observer is notified of its row, and of no other`() {
        let store = store(rows: 100)
        let rows = store.scope(state: \.rows, action: \.rows)
        var heard: [Int] = []
        let tokens = (0..<100).map { id in
            rows[id].observe(\.counter.count) { _ in heard.append(id) }
        }
        heard = []
        store.send(.rows(.element(id: 42, action: .increment)))
        #expect(heard == [42])
        heard = []
        store.send(contentsOf: [7, 3, 7].map { .rows(.element(id: $0, action: .increment)) })
        #expect(heard == [3, 7], "In the order of registration, once per turn")
        withExtendedLifetime(tokens) {}
    }

    @Test func `an action costs the rows that changed, whatever else is observed`() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var count = 0
        }
        typealias Rows = IdentifiedArray<Int, Row>
        struct List {
            var rows: Rows
        }
        enum Action: CasePathable {
            case rows(IdentifiedAction<Int, Void>)
            struct AllCasePaths: Sendable {
                var rows: CasePath<Action, IdentifiedAction<Int, Void>> {
                    CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let store = Store(initialState: List(rows: Rows(uniqueElements: (0..<1_000).map { Row(id: $0) }))) {
            EmptyReducer<List, Action>().forEach(\.rows, action: \.rows) {
                Update { (row: inout Row, _: Void) in row.count += 1 }
            }
        }
        let rows = store.scope(state: \.rows, action: \.rows)
        var selections = 0
        let tokens = rows.map { row in
            row.observe({ row in
                selections += 1
                return row.count
            }) { _ in }
        }
        // The first turn after a row was first observed looks at all of them, and leaves its mark.
        store.send(.rows(.element(id: 1, action: ())))
        selections = 0
        for _ in 0..<10 { store.send(.rows(.element(id: 500, action: ()))) }
        #expect(selections == 10)
        withExtendedLifetime(tokens) {}
    }

    @Test func `of many rows, each has one store while it lives, which is notified of its row`() {
        let store = store(rows: 60)
        let rows = store.scope(state: \.rows, action: \.rows)
        let held = Array(rows)
        #expect(held.indices.allSatisfy { held[$0] === rows[$0] })
        var heard: [Int] = []
        let tokens = held.indices.map { id in held[id].observe(\.counter.count) { _ in heard.append(id) } }
        heard = []
        store.send(contentsOf: (0..<60).map { .rows(.element(id: $0, action: .increment)) })
        #expect(heard == Array(0..<60))
        withExtendedLifetime(tokens) {}
    }
}
