// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A check of a feature that watches its state", .timeLimit(.minutes(30)))
struct WatchingTests {
    @Test(
        "A feedback runs from the first state on, is cancelled, and restarts with its query, in every order"
    )
    func feedback() async {
        var result: CheckResult<Followed.State, Followed.Action, NoWorld>?
        let failed = await failures {
            result = await check(
                Followed(),
                initialState: Followed.State(query: 1),
                actions: { [.ask($0.query == 2 ? 0 : $0.query + 1)] },
                properties: [
                    .always("an answer is of a query that there was") { $0.answer <= 2 },
                    .always("one effect at a time, and none without a query") {
                        $0.effectsInFlight <= ($0.query == 0 ? 0 : 1)
                    },
                    .never("the answer to a query that was replaced") { $0.query == 2 && $0.answer == 1 },
                    .effectsEnd,
                ],
                realWalks: 50
            )
        }
        // The answer 1 stays when the query becomes 2.
        #expect(failed.count == 1)
        #expect(result?.isComplete == true)
        #expect(result?.counterexamples.first?.isConfirmed == true)
        #expect(result?.counterexamples.first?.steps.count == 2)
        // Three without a query, and for each query one that is answered, and three that are not.
        #expect(result?.situationCount == 11)
    }

    @Test("Each child has its own feedback, which is gone with it, and the query of a new one counts as new")
    func children() async {
        let result = await check(
            Family(),
            initialState: Family.State(),
            actions: { [.toggle] + ($0.child == nil ? [] : [.child(.ask(1)), .child(.ask(0))]) },
            properties: [
                .never("an effect without its child") { $0.child == nil && $0.effectsInFlight > 0 },
                .sometimes("an answer in the child") { $0.child?.answer == 1 },
                .noUnhandledAction, .effectsEnd,
            ],
            realWalks: 50
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        #expect(result.situationCount == 6)
    }

    @Test("A feedback with several effects at once, or in a filter, is not covered")
    func severalEffects() async {
        func notCovered(_ reducer: AnyReducer<Followed.State, Followed.Action>) async -> [NotCovered]? {
            var result: CheckResult<Followed.State, Followed.Action, NoWorld>?
            _ = await failures {
                result = await check(
                    reducer,
                    initialState: Followed.State(),
                    actions: { $0.query == 0 ? [.ask(1)] : [] },
                    properties: [],
                    realWalks: 0
                )
            }
            return result?.notCovered
        }
        let several = Reduce<Followed.State, Followed.Action> { state, action in
            if case .ask(let query) = action { state.query = query }
            return .none
        }
        .feedback(each: { Set(0..<$0.query * 2) }) { _, send in await send(.answered(1)) }
        #expect(await notCovered(several) == [.feedbacks])
        #expect(await notCovered(AnyReducer(Followed()).filter { _ in true }) == [.feedbacks])
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

/// A feature with a child that follows a query, and comes and goes.
private struct Family: Reducer {
    struct State: Hashable { var child: Followed.State? }

    enum Action: Hashable, CasePathable {
        case toggle, child(Followed.Action)

        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Followed.Action> {
                CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    var body: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
            if action == .toggle { state.child = state.child == nil ? Followed.State(query: 1) : nil }
            return .none
        }
        .ifLet(\.child, action: \.child) { Followed() }
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
