// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feature whose state is an enum: one child at a time.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EnumStateTests {}

extension EnumStateTests {
    private struct Screens: Reducer {
        enum State: Equatable, CasePathable {
            case first(Counter.State)
            case second(Counter.State)

            struct AllCasePaths: Sendable {
                var first: CasePath<State, Counter.State> {
                    CasePath(embed: State.first) { if case .first(let value) = $0 { value } else { nil } }
                }
                var second: CasePath<State, Counter.State> {
                    CasePath(embed: State.second) { if case .second(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        enum Action: Equatable, CasePathable {
            case first(Counter.Action), second(Counter.Action), next

            struct AllCasePaths: Sendable {
                var first: CasePath<Action, Counter.Action> {
                    CasePath(embed: Action.first) { if case .first(let value) = $0 { value } else { nil } }
                }
                var second: CasePath<Action, Counter.Action> {
                    CasePath(embed: Action.second) { if case .second(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<State, Action> {
            Update { state, action in
                if case (.first(let counter), .next) = (state, action) { state = .second(counter) }
            }
            .ifCaseLet(\.first, action: \.first) { Counter() }
            .ifCaseLet(\.second, action: \.second) { Counter() }
        }
    }

    @Test func `each case has its child, and the store a scope while it is in that case`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Screens.State.first(Counter.State())) {
            Screens()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        #expect(store.scope(case: \.second, action: \.second) as StoreOf<Counter>? === nil)
        store.scope(case: \.first, action: \.first)?.send(.add(2))
        store.send(.next)
        #expect(store.state == .second(Counter.State(count: 2)))
        store.scope(case: \.second, action: \.second)?.send(.increment)
        #expect(store.state == .second(Counter.State(count: 3)))
        #expect(recorder.identifiers.isEmpty)
        store.send(.first(.increment))
        #expect(recorder.identifiers == [.absentChild])
    }
}
