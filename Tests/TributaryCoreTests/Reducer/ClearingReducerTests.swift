// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting
import TributaryTestSupport

/// A question as state, which its answer removes.
@Suite("An answer clears the question", .timeLimit(.minutes(30)))
@MainActor
struct ClearingReducerTests {}

extension ClearingReducerTests {
    private struct State {
        enum Answer: Equatable, Sendable { case delete, keep }

        var alert: AlertState<Answer>? {
            didSet { changes += 1 }
        }
        var changes = 0
        var rows = [1, 2]
        var seen: [String] = []
    }

    private enum Action: CasePathable {
        case ask
        case alert(State.Answer)
        case other

        struct AllCasePaths: Sendable {
            var alert: CasePath<Action, State.Answer> {
                CasePath(
                    named: "alert",
                    embed: Action.alert,
                    extract: { if case .alert(let value) = $0 { value } else { nil } }
                )
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    private static let question = AlertState<State.Answer>(
        "Delete?",
        message: "For ever.",
        buttons: [.destructive("Delete", action: .delete), .cancel("Keep", action: .keep), .default("Later")]
    )

    private func makeStore() -> Store<State, Action> {
        Store(initialState: State()) {
            Update<State, Action> { state, action in
                state.seen.append(state.alert == nil ? "none" : "some")
                switch action {
                case .ask: state.alert = Self.question
                case .alert(.delete): state.rows.removeLast()
                case .alert(.keep) where state.rows.count == 1: state.alert = AlertState("Sure?")
                case .alert, .other: break
                }
            }
            .clear(\.alert, on: \.alert)
        }
    }

    @Test func `before the reducer sees the answer`() {
        let store = makeStore()
        store.send(.ask)
        #expect(store.alert == Self.question)
        store.send(.other)
        #expect(store.alert == Self.question)
        store.send(.alert(.delete))
        #expect(store.alert == nil && store.rows == [1])
        #expect(store.seen == ["none", "some", "none"])
    }

    @Test func `and the reducer may present another one`() {
        let store = makeStore()
        store.send(.ask)
        store.send(.alert(.delete))
        store.send(.ask)
        store.send(.alert(.keep))
        #expect(store.alert == AlertState("Sure?"))
    }

    @Test func `and changes nothing if there is none`() {
        let store = makeStore()
        store.send(.alert(.keep))
        store.send(.other)
        #expect(store.changes == 0 && store.alert == nil)
    }

    @Test func `whose buttons describe their actions`() {
        let buttons = Self.question.buttons
        #expect(buttons.map(\.role) == [.destructive, .cancel, nil])
        #expect(buttons.map(\.action) == [.delete, .keep, nil])
        #expect(buttons.map(\.label) == ["Delete", "Keep", "Later"])
        #expect(Set([Self.question.title, Self.question.message ?? ""]) == ["Delete?", "For ever."])
    }
}
