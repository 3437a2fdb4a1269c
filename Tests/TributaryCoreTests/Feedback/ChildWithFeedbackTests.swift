// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A child with effects and feedbacks of its own, as a part of its parent: there is one state and one reducer run.
///
/// A child's event runs the parent's reducer once, a change by the parent always reaches the child, and an
/// unrelated change never does.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ChildWithFeedbackTests {
    private struct Child: Reducer {
        struct State: Equatable {
            var query: Int?
            var answer: Int?
            var pings = 0
        }
        enum Action: Sendable { case ask(Int), answer(Int), ping, pong }

        let asked: @Sendable (Int) -> Void

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .ask(let query): state.query = query
                case .answer(let answer): state.answer = answer
                case .ping: return .run { send in await send(.pong) }
                case .pong: state.pings += 1
                }
                return .none
            }
            .feedback(\.query) { [asked] query, send in
                asked(query)
                await send(.answer(query * 10))
            }
        }
    }

    private struct Parent: Reducer {
        struct State: Equatable {
            var child = Child.State()
            var other = 0
            var runs = 0
        }
        enum Action: Sendable, CasePathable {
            case child(Child.Action), ask(Int), other
            struct AllCasePaths: Sendable {
                var child: CasePath<Action, Child.Action> {
                    CasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        let asked: @Sendable (Int) -> Void

        var body: some Reducer<State, Action> {
            Scope(state: \.child, action: \.child) { Child(asked: asked) }
            Update { state, action in
                state.runs += 1
                switch action {
                case .ask(let query): state.child.query = query
                case .other: state.other += 1
                case .child: break
                }
            }
        }
    }

    private let recorder = RunRecorder()
}

extension ChildWithFeedbackTests {
    private func store() -> StoreOf<Parent> {
        Store(initialState: Parent.State()) { [recorder] in Parent { recorder.note("\($0)") } }
    }

    @Test func `a child's event runs the parent's reducer exactly once`() {
        let store = store()
        let child = store.scope(state: \.child, action: \.child)
        child.send(.ask(1))
        #expect(store.runs == 1)
        #expect(child.query == 1 && store.child.query == 1)
    }

    @Test func `actions of the child's effects and feedbacks are one run each`() async {
        let store = store()
        let child = store.scope(state: \.child, action: \.child)
        await child.send(.ping).finish()
        #expect(store.runs == 2 && child.pings == 1)
        await child.send(.ask(4)).finish()
        #expect(store.runs == 4 && child.answer == 40)
    }

    @Test func `a change by the parent reaches the child's feedback always`() async {
        let store = store()
        let child = store.scope(state: \.child, action: \.child)
        for query in 1...100 {
            await store.send(.ask(query)).finish()
            #expect(child.answer == query * 10)
        }
        #expect(recorder.starts.count == 100)
        #expect(store.runs == 200)
    }

    @Test func `an unrelated change never reaches the child`() async {
        let store = store()
        let child = store.scope(state: \.child, action: \.child)
        await store.send(.ask(1)).finish()
        var heard = 0
        let token = child.observe({ $0 }) { _ in heard += 1 }
        for _ in 0..<100 { await store.send(.other).finish() }
        #expect(heard == 1, "The value at the beginning")
        #expect(recorder.starts == ["1": 1])
        withExtendedLifetime(token) {}
    }
}
