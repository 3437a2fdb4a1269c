// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// `onChange` sees a change by any reducer, after the action that made it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct OnChangeReducerTests {
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

    @Test func `a child that comes anew is not a change`() {
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

    @Test func `rows do not hear of each other`() {
        let store = Store(initialState: App.State()) { App() }
        store.send(.rows(.element(id: 1, action: .type("a"))))
        store.send(.rows(.element(id: 2, action: .type("b"))))
        store.send(.rows(.element(id: 1, action: .type("c"))))
        #expect(store.rows[id: 1]?.search.heard == [">a", "a>c"])
        #expect(store.rows[id: 2]?.search.heard == [">b"])
    }

    @Test func `an answer may return nothing, and a reducer called by hand answers its own changes`() {
        let reducer = Update { (state: inout Search.State, text: String) in state.query = text }
            .onChange(of: \.query, update: { old, new, state in state.heard.append("\(old)>\(new)") })
        var state = Search.State()
        _ = reducer.reduce(into: &state, action: "a")
        reducer.reduce(into: &state, actions: ["b", "b", "c"])
        #expect(state.heard == [">a", "a>b", "b>c"])
    }

    @Test func `an optional child of a row does not hear the value of another row's`() {
        struct Row: Identifiable {
            let id: Int
            var search: Search.State?
        }
        let action = CasePath<IdentifiedAction<Int, String>, IdentifiedAction<Int, String>>(
            embed: { $0 },
            extract: { $0 }
        )
        let rows = IdentifiedArray(uniqueElements: [Row(id: 1, search: Search.State()), Row(id: 2)])
        let store = Store(initialState: rows) {
            EmptyReducer<IdentifiedArray<Int, Row>, IdentifiedAction<Int, String>>()
                .forEach(\.self, actionPath: action) {
                    Update<Row, String> { row, text in row.search = Search.State(query: text) }
                        .ifLet(
                            \.search,
                            actionPath: CasePath<String, Search.Action>(embed: { _ in "" }) { _ in nil }
                        ) {
                            Search()
                        }
                }
        }
        store.send(.element(id: 1, action: "a"))
        store.send(.element(id: 2, action: "b"))
        #expect(store.state[id: 2]?.search?.heard == [])
        store.send(.element(id: 2, action: "c"))
        #expect(store.state[id: 2]?.search?.heard == ["b>c"])
    }
}
