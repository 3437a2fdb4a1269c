// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// `onChange` sees a change by any reducer, after the action that made it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct OnChangeReducerTests {}

extension OnChangeReducerTests {
    private struct Search: Reducer {
        struct State: Equatable {
            var query = ""
            var heard: [String] = []
        }
        enum Action { case type(String), clear, note(String) }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .type(let text): state.query = text
                case .clear: state.query = ""
                case .note(let text): state.heard.append(text)
                }
            }
            .onChange(of: \.query) { old, new, state in
                state.heard.append("\(old)>\(new)")
                return new == "go" ? .send(.note("went")) : .none
            }
        }
    }

    private struct App: Reducer {
        struct State: Equatable {
            var search = Search.State()
            var sheet: Search.State?
            var rows: IdentifiedArray<Int, Row> = IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)])
        }
        struct Row: Identifiable, Equatable {
            let id: Int
            var search = Search.State()
        }
        enum Action: CasePathable {
            case search(Search.Action), sheet(Search.Action), rows(IdentifiedAction<Int, Search.Action>)
            case set(String), open(String), close
            case setRows(String), addRow(Int), removeRow(Int)
            struct AllCasePaths: Sendable {
                var search: CasePath<Action, Search.Action> {
                    CasePath(embed: Action.search) { if case .search(let value) = $0 { value } else { nil } }
                }
                var sheet: CasePath<Action, Search.Action> {
                    CasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
                }
                var rows: CasePath<Action, IdentifiedAction<Int, Search.Action>> {
                    CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        var body: some Reducer<State, Action> {
            Scope(state: \.search, action: \.search) { Search() }
            Update { state, action in
                switch action {
                case .set(let text): state.search.query = text
                case .open(let text): state.sheet = Search.State(query: text)
                case .close: state.sheet = nil
                case .setRows(let text): for id in state.rows.ids { state.rows[id: id]?.search.query = text }
                case .addRow(let id): state.rows.append(Row(id: id, search: Search.State(query: "new")))
                case .removeRow(let id): state.rows.remove(id: id)
                default: break
                }
            }
            .ifLet(\.sheet, action: \.sheet) { Search() }
            .forEach(\.rows, action: \.rows) { Scope(state: \.search) { Search() } }
        }
    }

    @Test func `a change is answered once, with the old and the new value`() {
        let store = Store(initialState: Search.State()) { Search() }
        store.send(.type("a"))
        store.send(.type("a"))
        store.send(.note("-"))
        store.send(.type("go"))
        #expect(store.heard == [">a", "-", "a>go", "went"])
    }

    @Test func `a change that another branch of the tree made is answered too`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.set("x"))
        #expect(store.search.heard == [">x"])
        store.send(.search(.type("y")))
        #expect(store.search.heard == [">x", "x>y"])
    }

    @Test func `a new child is not a change`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.open("a"))
        store.send(.sheet(.type("b")))
        #expect(store.sheet?.heard == ["a>b"])
        store.send(.close)
        store.send(.open("c"))
        #expect(store.sheet?.heard == [])
        store.send(.sheet(.type("d")))
        #expect(store.sheet?.heard == ["c>d"])
    }

    @Test func `rows are not notified of each other`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.rows(.element(id: 1, action: .type("a"))))
        store.send(.rows(.element(id: 2, action: .type("b"))))
        store.send(.rows(.element(id: 1, action: .type("c"))))
        #expect(store.rows[id: 1]?.search.heard == [">a", "a>c"])
        #expect(store.rows[id: 2]?.search.heard == [">b"])
    }

    @Test func `a change of rows that another reducer made is answered in each of them`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.setRows("x"))
        #expect(store.rows.map(\.search.heard) == [[">x"], [">x"]])
        store.send(.rows(.element(id: 2, action: .type("y"))))
        store.send(.setRows("go"))
        #expect(store.rows.map(\.search.heard) == [[">x", "x>go", "went"], [">x", "x>y", "y>go", "went"]])
    }

    @Test func `a row that is added, or added again, is not a change`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.addRow(3))
        store.send(.setRows("x"))
        #expect(store.rows[id: 3]?.search.heard == ["new>x"])
        store.send(.removeRow(3))
        store.send(.addRow(3))
        #expect(store.rows[id: 3]?.search.heard == [])
        store.send(.setRows("y"))
        #expect(store.rows[id: 3]?.search.heard == ["new>y"])
    }

    @Test func `a change by an answer in a row is seen after the next action`() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var query = 0
            var page = 0
            var heard: [Int] = []
        }
        let store = Store(initialState: IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)])) {
            Update<IdentifiedArray<Int, Row>, RowsAction> { rows, action in
                if case .set(let query) = action { rows[id: 1]?.query = query }
            }
            .forEach(\.self, action: \.rows) {
                EmptyReducer<Row, Void>()
                    .onChange(of: \.query, update: { _, query, row in row.page = query })
                    .onChange(of: \.page, update: { _, page, row in row.heard.append(page) })
            }
        }
        store.send(.set(7))
        #expect(store.state[id: 1]?.page == 7)
        #expect(store.state[id: 1]?.heard == [])
        // An action of the other row: the first is looked at because the answer changed it.
        store.send(.rows(.element(id: 2, action: ())))
        #expect(store.state.map(\.heard) == [[7], []])
    }

    @Test(arguments: [10, 10_000])
    func `law: of many rows, only those that changed are looked at`(count: Int) {
        struct Row: Identifiable {
            let id: Int
            var value = 0
            var answers = 0
        }
        final class Looks { var count = 0 }
        let looks = Looks()
        let rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
        let store = Store(initialState: rows) {
            Update<IdentifiedArray<Int, Row>, RowsAction> { rows, action in
                if case .set(let id) = action { rows[id: id]?.value += 1 }
            }
            .forEach(\.self, action: \.rows) {
                EmptyReducer<Row, Void>().onChange(
                    of: { row in
                        looks.count += 1
                        return row.value
                    },
                    update: { _, _, row in row.answers += 1 }
                )
            }
        }
        store.send(.set(0))
        store.send(.set(0))
        looks.count = 0
        for _ in 0..<10 { store.send(.set(7)) }
        #expect(looks.count > 0 && looks.count <= 10 * 8, "Not for each of the rows")
        #expect(store.state[id: 7]?.answers == 10)
    }

    @Test func `the effect of an answer in a row ends with the row`() async {
        let recorder = RunRecorder()
        struct Row: Identifiable {
            let id: Int
            var value = 0
        }
        let store = Store(initialState: IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)])) {
            Update<IdentifiedArray<Int, Row>, RowsAction> { rows, action in
                guard case .set(let value) = action else { return }
                if value < 0 { rows.remove(id: -value) } else { rows[id: 1]?.value = value }
            }
            .forEach(\.self, action: \.rows) {
                EmptyReducer<Row, Void>().onChange(of: \.value) { _, value, row in
                    .run { _ in
                        await recorder.run("\(value)")
                        recorder.end("\(value)")
                    }
                }
            }
        }
        store.send(.set(5))
        await recorder.isRunning(["5"])
        store.send(.set(-2))
        await recorder.isRunning(["5"])
        store.send(.set(-1))
        await recorder.isRunning([])
    }

    @Test func `an answer may return nothing, and a reducer called by hand answers its own changes`() {
        let reducer = Update { (state: inout Search.State, text: String) in state.query = text }
            .onChange(of: \.query, update: { old, new, state in state.heard.append("\(old)>\(new)") })
        var state = Search.State()
        _ = reducer.reduce(into: &state, action: "a")
        reducer.reduce(into: &state, actions: ["b", "b", "c"])
        #expect(state.heard == [">a", "a>b", "b>c"])
    }

    @Test func `an optional child of a row does not receive the value of another row's`() {
        struct Row: Identifiable {
            let id: Int
            var search: Search.State?
        }
        enum RowAction: CasePathable {
            case show(String), search(Search.Action)

            struct AllCasePaths: Sendable {
                var search: CasePath<RowAction, Search.Action> {
                    CasePath(embed: RowAction.search) {
                        if case .search(let value) = $0 { value } else { nil }
                    }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let rows = IdentifiedArray(uniqueElements: [Row(id: 1, search: Search.State()), Row(id: 2)])
        let store = Store(initialState: rows) {
            EmptyReducer<IdentifiedArray<Int, Row>, IdentifiedAction<Int, RowAction>>().forEach(
                \.self,
                action: \.own
            ) {
                Update<Row, RowAction> { row, action in
                    if case .show(let text) = action { row.search = Search.State(query: text) }
                }
                .ifLet(\.search, action: \.search) { Search() }
            }
        }
        store.send(.element(id: 1, action: .show("a")))
        store.send(.element(id: 2, action: .show("b")))
        #expect(store.state[id: 2]?.search?.heard == [])
        store.send(.element(id: 2, action: .show("c")))
        #expect(store.state[id: 2]?.search?.heard == ["b>c"])
    }
}

/// The actions of rows that have none of their own.
private enum RowsAction: CasePathable {
    case set(Int), rows(IdentifiedAction<Int, Void>)

    struct AllCasePaths: Sendable {
        var rows: CasePath<RowsAction, IdentifiedAction<Int, Void>> {
            CasePath(embed: RowsAction.rows) { if case .rows(let value) = $0 { value } else { nil } }
        }
    }
    static let allCasePaths = AllCasePaths()
}
