// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A check of a feature that watches its state", .timeLimit(.minutes(30)))
struct WatchingTests {
    @Test("The effects of a feedback do not run, and the result reports it as not covered")
    func feedback() async {
        var result: CheckResult<Followed.State, Followed.Action, NoWorld>?
        let reported = await failures {
            result = await check(
                Followed(),
                initialState: Followed.State(),
                actions: { [.ask($0.query == 2 ? 0 : $0.query + 1)] },
                properties: [.never("an answer") { $0.answer != 0 }]
            )
        }
        // Real tasks do the same as recorded effects: their feedback does not run either.
        #expect(reported.map(\.isWarning) == [true])
        #expect(reported.first?.text.contains(NotCovered.feedbacks.description) == true)
        #expect(result?.isComplete == false && result?.notCovered == [.feedbacks])
        #expect(result?.situationCount == 3)
    }

    @Test("A counterexample of a feature with a feedback is confirmed by real tasks without it")
    func counterexample() async {
        var result: CheckResult<Followed.State, Followed.Action, NoWorld>?
        let failed = await failures {
            result = await check(
                Followed(),
                initialState: Followed.State(query: 1),
                actions: { [.ask($0.query + 1)] },
                properties: [.never("three") { $0.query == 3 }],
                limits: CheckLimits(depth: 4)
            )
        }
        #expect(failed.count == 1 && result?.counterexamples.count == 1)
        #expect(result?.counterexamples.first?.isConfirmed == true)
        #expect(result?.notCovered.contains(.feedbacks) == true)
    }

    @Test("A feedback of a reducer that is called by hand is not covered either")
    func calledByHand() async {
        var result: CheckResult<Followed.State, Followed.Action, NoWorld>?
        _ = await failures {
            result = await check(
                ByHand(followed: AnyReducer(Followed())),
                initialState: Followed.State(),
                actions: { $0.query == 0 ? [.ask(1)] : [] },
                properties: [],
                realWalks: 0
            )
        }
        #expect(result?.notCovered == [.feedbacks])
    }

    @Test("An answer to a change compares with the state before the action, in each situation")
    func changes() async {
        let result = await check(
            Counted(),
            initialState: Counted.State(),
            actions: { state in
                [.set(0), .set(1)] + (0..<2).flatMap { [Counted.Action.row($0, .set(0)), .row($0, .set(1))] }
            },
            properties: [
                .always("the count is of changes") { $0.value == $0.count },
                .always("the rows count their changes") { $0.rows.allSatisfy { $0.value == $0.count } },
            ],
            realWalks: 50
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == 8)
    }

    @Test("An answer that changes its own value is not covered: no situation has the value it left")
    func ownChange() async {
        var result: CheckResult<Int, Int, NoWorld>?
        _ = await failures {
            result = await check(
                Reduce<Int, Int> { state, action in
                    state = action
                    return .none
                }
                .onChange(of: { $0 }, update: { _, _, state in state = min(state + 1, 3) }),
                initialState: 0,
                actions: { _ in [0, 1] },
                properties: [],
                realWalks: 0
            )
        }
        #expect(result?.notCovered == [.unsupported("an onChange that changes its own value")])
    }
}

/// Runs as long as there is a query.
private struct Followed: Reducer {
    struct State: Hashable {
        var query = 0
        var answer = 0
    }

    enum Action: Hashable { case ask(Int), answered(Int) }

    var body: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
            switch action {
            case .ask(let query): state.query = query
            case .answered(let answer): state.answer = answer
            }
            return .none
        }
        .feedback({ $0.query == 0 ? nil : $0.query }) { query, send in
            await send(.answered(query))
        }
    }
}

/// Calls a reducer by hand, and remembers the running queries of its feedback.
private struct ByHand: Reducer {
    let followed: AnyReducer<Followed.State, Followed.Action>

    func reduce(into state: inout Followed.State, action: Followed.Action) -> Effect<Followed.Action> {
        followed.reduce(into: &state, action: action)
    }
}

/// Counts the changes of a value, modulo two; its rows do, too.
private struct Counted: Reducer {
    struct Row: Hashable, Identifiable {
        let id: Int
        var value = 0
        var count = 0
    }

    struct State: Hashable {
        var value = 0
        var count = 0
        var rows: IdentifiedArray<Int, Row> = [Row(id: 0), Row(id: 1)]
    }

    enum Action: Hashable, CasePathable {
        case set(Int)
        case rows(IdentifiedAction<Int, RowAction>)

        static func row(_ id: Int, _ action: RowAction) -> Self { .rows(.element(id: id, action: action)) }

        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, RowAction>> {
                CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    enum RowAction: Hashable { case set(Int) }

    var body: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
            if case .set(let value) = action { state.value = value }
            return .none
        }
        .forEach(\.rows, action: \.rows) {
            Reduce<Row, RowAction> { row, action in
                if case .set(let value) = action { row.value = value }
                return .none
            }
            .onChange(of: \.value, update: { _, _, row in row.count = (row.count + 1) % 2 })
        }
        .onChange(of: \.value, update: { _, _, state in state.count = (state.count + 1) % 2 })
    }
}
