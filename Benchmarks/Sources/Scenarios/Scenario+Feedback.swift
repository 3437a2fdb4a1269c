// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    /// The cost of a feedback for an action that does not change its query.
    static let feedback = [
        Scenario("feedback/none") { send(to: Searching(), counting: 0) },
        Scenario("feedback/unchanged", baseline: "feedback/none") {
            send(to: Searching().feedback(\.query) { _, _ in }, counting: 0)
        },
        Scenario("feedback/set-unchanged", baseline: "feedback/none") {
            send(to: Searching().feedback(each: \.downloads) { _, _ in }, counting: 100)
        },
        Scenario("feedback/in-child-unchanged", baseline: "feedback/none") {
            let child = Searching().feedback(\.query) { _, _ in }
            return send(to: Whole().ifLet(\.child, action: \.child) { child }, counting: 0)
        },
        Scenario("feedback/rows-unchanged", baseline: "feedback/none") {
            let child = Searching().feedback(\.query) { _, _ in }
            return send(to: Whole().forEach(\.rows, action: \.row) { child }, counting: 10_000)
        },
        Scenario("feedback/row-of-10000-changed", baseline: "feedback/row-of-10-changed") {
            changeRow(among: 10_000)
        },
        Scenario("feedback/row-of-10-changed") { changeRow(among: 10) },
    ]
}

/// A feature that asks for work which has ended by the time it is measured.
private struct Searching: Reducer {
    struct State: Identifiable {
        var id = 0
        var count = 0
        var query: String? = "a query that is longer than what fits into a word"
        var downloads: Set<Int> = []
    }
    enum Action { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.count &+= 1
        return .none
    }
}

/// A feature with children that ask for work.
private struct Whole: Reducer {
    struct State {
        var count = 0
        var child: Searching.State? = Searching.State()
        var rows: IdentifiedArray<Int, Searching.State> = IdentifiedArray()
    }
    enum Action: CasePathable {
        case increment, child(Searching.Action), row(IdentifiedAction<Int, Searching.Action>)

        struct AllCasePaths: Sendable {
            var child: CasePath<Action, Searching.Action> {
                CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
            }
            var row: CasePath<Action, IdentifiedAction<Int, Searching.Action>> {
                CasePath(embed: Action.row) { if case .row(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .increment = action { state.count &+= 1 }
        return .none
    }
}

@MainActor
private func send(
    to reducer: some Reducer<Searching.State, Searching.Action>,
    counting count: Int
) -> (Int) -> Void {
    var state = Searching.State()
    state.downloads = Set(0..<count)
    let store = running(state, reducer)
    return { times in MainActor.assumeIsolated { for _ in 0..<times { store.send(.increment) } } }
}

@MainActor
private func send(to reducer: some Reducer<Whole.State, Whole.Action>, counting count: Int) -> (Int) -> Void {
    let store = running(whole(count), reducer)
    return { times in MainActor.assumeIsolated { for _ in 0..<times { store.send(.increment) } } }
}

@MainActor
private func changeRow(among count: Int) -> (Int) -> Void {
    let child = Searching().feedback(\.query) { _, _ in }
    let store = running(whole(count), Whole().forEach(\.rows, action: \.row) { child })
    return { times in
        MainActor.assumeIsolated {
            for _ in 0..<times { store.send(.row(.element(id: 5, action: .increment))) }
        }
    }
}

private func whole(_ count: Int) -> Whole.State {
    var state = Whole.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<count).map { Searching.State(id: $0) })
    return state
}

/// A store whose feedbacks have been answered, so that nothing runs but reducers.
@MainActor
private func running<State, Action>(
    _ state: State,
    _ reducer: some Reducer<State, Action>
) -> Store<State, Action> {
    Store(initialState: state) {
        reducer
    } dependencies: {
        $0.diagnosticReporter = .silent
    }
}
