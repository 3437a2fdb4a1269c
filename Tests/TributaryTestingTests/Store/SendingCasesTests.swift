// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

/// Actions that a test names by their case, however deep it is.
@Suite(.timeLimit(.minutes(30)))
struct SendingCasesTests {
    struct Row: Reducer {
        struct State: Equatable, Identifiable, Sendable {
            let id: Int
            var name = ""
        }

        @CasePathable enum Action: Equatable, Sendable { case rename(String), clear }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .rename(let name): state.name = name
                case .clear: state.name = ""
                }
            }
        }
    }

    struct List: Reducer {
        struct State: Equatable, Sendable { var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)] }

        @CasePathable enum Action: Equatable, Sendable { case rows(IdentifiedActionOf<Row>) }

        var body: some Reducer<State, Action> {
            EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
        }
    }

    @Test func `a case is sent with its payload`() async {
        let store = TestStore(initialState: List.State()) { List() }
        await store.send(\.rows[id: 1].rename, "Blob") { $0.rows[id: 1]?.name = "Blob" }
        await store.send(.rows(.element(id: 1, action: .clear))) { $0.rows[id: 1]?.name = "" }
    }

    struct Form: Reducer {
        struct State: Equatable, Sendable {
            var name = ""
            var seats = 1
        }

        @CasePathable enum Action: BindableAction, Sendable {
            case change(StateChange<State>), tidied(StateChange<State>)
        }

        var body: some Reducer<State, Action> {
            Update(applying: \.change)
            Update(applying: \.tidied)
            Reduce { state, action in
                guard case .change(\.seats) = action, state.seats > 8 else { return .none }
                return .send(.tidied(StateChange(\.seats, of: state, to: 8)))
            }
        }
    }

    @Test func `the change of one property is sent with its value, and received by its name`() async {
        let store = TestStore(initialState: Form.State()) { Form() }
        await store.send(\.change[\.name], "Blob") { $0.name = "Blob" }
        await store.send(\.change[\.seats], 50) { $0.seats = 50 }
        await store.receive(\.tidied[\.seats], 8) { $0.seats = 8 }
        let failed = await failures {
            await store.send(\.change[\.seats], 9) { $0.seats = 9 }
            await store.receive(\.tidied[\.name])
        }
        #expect(failed.count == 1)
        await store.skipReceivedActions(strict: false)
    }

    @Test func `an unexpected change fails at the line that sent the case`() async {
        let store = TestStore(initialState: List.State()) { List() }
        let line = #line + 1
        let failed = await failures { await store.send(\.rows[id: 1].rename, "Blob") }
        #expect(failed.map(\.line) == [line])
    }
}
