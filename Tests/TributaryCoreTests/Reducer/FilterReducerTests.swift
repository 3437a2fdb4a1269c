// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The content of a `filter` receives the actions that the filter passes on, and no others.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FilterReducerTests {
    private struct State: Equatable, Identifiable {
        let id = 1
        var isOn = false
        var query: Int?
        var log: [String] = []
    }

    private enum Action: Sendable { case turn(Bool), set(Int?), note }

    /// Changes the state inside of the filter, with an answer to changes inside of it, too.
    private nonisolated static func inside(_ recorder: RunRecorder) -> some Reducer<State, Action> {
        Update<State, Action> { state, action in
            if case .set(let query) = action { state.query = query }
        }
        .onChange(of: \.query) { old, new, state in
            state.log.append("\(old.map(String.init) ?? "-")>\(new.map(String.init) ?? "-")")
            return .none
        }
        .feedback(\.query) { query, _ in
            await recorder.run("\(query)")
            recorder.end("\(query)")
        }
        .filter(\.isOn)
    }

    /// Changes the state outside of the filter.
    private static var outside: Update<State, Action> {
        Update { state, action in
            switch action {
            case .turn(let isOn): state.isOn = isOn
            case .set(let query): state.query = query
            case .note: break
            }
        }
    }

    private let recorder = RunRecorder()
}

extension FilterReducerTests {
    private func store(_ state: State = State()) -> Store<State, Action> {
        Store(initialState: state) {
            Self.inside(recorder)
            Self.outside
        }
    }

    @Test func `a change by a blocked action is not answered, even later`() {
        let store = store()
        store.send(.set(1))
        store.send(.turn(true))
        store.send(.note)
        #expect(store.log == [])
        store.send(.set(2))
        #expect(store.log == ["1>2"])
        store.send(.turn(false))
        store.send(.set(3))
        store.send(.turn(true))
        store.send(.set(4))
        #expect(store.log == ["1>2", "3>4"])
    }

    @Test func `the condition is evaluated before the action, even before one that ends it`() {
        let store = Store(initialState: State(isOn: true)) {
            Self.inside(recorder)
            Update<State, Action> { state, action in
                if case .set = action { state.isOn = false }
            }
        }
        store.send(.set(1))
        #expect(store.log == ["->1"])
        store.send(.set(2))
        #expect(store.log == ["->1"])
        #expect(store.query == 1)
    }

    @Test func `a change by the action that makes the condition true is not answered`() {
        let store = Store(initialState: State()) {
            Update<State, Action> { state, action in
                if case .set = action { state.isOn = true }
            }
            Self.inside(recorder)
        }
        store.send(.set(1))
        #expect(store.query == 1)
        #expect(store.log == [])
        store.send(.set(2))
        #expect(store.log == ["1>2"])
        store.close()
    }

    @Test(arguments: [false, true])
    func `a reducer called by hand and a store have the same result`(isOnFirst: Bool) {
        let actions: [Action] = [
            .set(1), .turn(!isOnFirst), .set(2), .note, .turn(isOnFirst), .set(3), .set(3), .set(4),
        ]
        let filtered = Self.inside(recorder)
        var state = State(isOn: isOnFirst)
        for action in actions {
            _ = filtered.reduce(into: &state, action: action)
            if case .turn(let isOn) = action { state.isOn = isOn }
        }
        let store = Store(initialState: State(isOn: isOnFirst)) {
            filtered
            Update<State, Action> { state, action in if case .turn(let isOn) = action { state.isOn = isOn } }
        }
        for action in actions { store.send(action) }
        #expect(store.state == state)
        #expect(!state.log.isEmpty)
        store.close()
    }

    @Test func `a feedback behind a closed filter neither starts nor ends, until the filter opens`() async {
        let store = store(State(query: 0))
        store.send(.set(1))
        store.send(.turn(true))
        #expect(recorder.starts == [:])
        store.send(.note)
        await recorder.isRunning(["1"])
        store.send(.turn(false))
        store.send(.set(2))
        store.send(.set(nil))
        store.send(.note)
        await recorder.isRunning(["1"])
        store.send(.turn(true))
        store.send(.note)
        await recorder.isRunning([])
        #expect(recorder.starts == ["1": 1])
        store.close()
    }

    private struct Parent: Reducer {
        struct State {
            var rows = IdentifiedArray(uniqueElements: [FilterReducerTests.State()])
            var sheet: FilterReducerTests.State? = FilterReducerTests.State()
        }
        enum Action: CasePathable {
            case row(IdentifiedAction<Int, FilterReducerTests.Action>), sheet(FilterReducerTests.Action)
            case turn(Bool), set(Int)

            struct AllCasePaths: Sendable {
                var row: CasePath<Action, IdentifiedAction<Int, FilterReducerTests.Action>> {
                    CasePath(embed: Action.row) { if case .row(let value) = $0 { value } else { nil } }
                }
                var sheet: CasePath<Action, FilterReducerTests.Action> {
                    CasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        let recorder: RunRecorder

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .turn(let isOn):
                    state.rows[id: 1]?.isOn = isOn
                    state.sheet?.isOn = isOn
                case .set(let query):
                    state.rows[id: 1]?.query = query
                    state.sheet?.query = query
                case .row, .sheet: break
                }
            }
            .forEach(\.rows, action: \.row) { FilterReducerTests.inside(recorder) }
            .ifLet(\.sheet, action: \.sheet) { FilterReducerTests.inside(recorder) }
        }
    }

    @Test func `a filter in a row that an answer opened lets the next action through, with its change`() {
        let store = Store(initialState: IdentifiedArray(uniqueElements: [State()])) { [recorder] in
            EmptyReducer<IdentifiedArray<Int, State>, IdentifiedAction<Int, Action>>()
                .forEach(\.self, action: \.own) {
                    Self.inside(recorder)
                    // It answers after the filter was asked.
                    Self.outside.onChange(of: \.query, update: { _, _, row in row.isOn = true })
                }
        }
        store.send(.element(id: 1, action: .set(1)))
        #expect(store.state[id: 1]?.isOn == true)
        #expect(store.state[id: 1]?.log == [])
        store.send(.element(id: 1, action: .set(2)))
        #expect(store.state[id: 1]?.log == ["1>2"])
        store.close()
    }

    @Test func `a filter in a row and in an optional child gates its content`() async {
        let store = Store(initialState: Parent.State()) { [recorder] in Parent(recorder: recorder) }
        store.send(.set(1))
        store.send(.row(.element(id: 1, action: .set(2))))
        store.send(.sheet(.set(2)))
        #expect(store.rows[0].log + (store.sheet?.log ?? ["none"]) == [])
        #expect(recorder.starts == [:])
        store.send(.turn(true))
        store.send(.row(.element(id: 1, action: .set(3))))
        store.send(.sheet(.set(4)))
        #expect(store.rows[0].log == ["1>3"])
        #expect(store.sheet?.log == ["1>4"])
        await recorder.isRunning(["3", "4"])
        store.close()
        await recorder.isRunning([])
    }
}
