// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A feature for modules of other isolation: where declarations belong to the main actor, unless they say otherwise, and
/// where asynchronous functions run where they are called.
struct Tally: Reducer {
    struct State: Identifiable {
        let id: Int
        var count = 0
        var query: Int?
    }

    enum Action { case add(Int), addLater, ask(Int) }

    @Dependency(\.step) var step

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .add(let number):
                state.count += number
                return .none
            case .addLater:
                return .run { [step] send in await send(.add(step())) }
            case .ask(let number):
                state.query = number
                return .none
            }
        }
        .onChange(of: \.count, update: { old, new, state in state.query = nil })
        .feedback(\.query) { query, send in await send(.add(query)) }
    }
}

struct Tallies: Reducer {
    struct State {
        var rows: IdentifiedArray<Int, Tally.State> = [Tally.State(id: 1), Tally.State(id: 2)]
        var single: Tally.State? = Tally.State(id: 0)
    }

    enum Action: CasePathable {
        case rows(IdentifiedAction<Int, Tally.Action>)
        case single(Tally.Action)

        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, Tally.Action>> {
                CasePath(
                    embed: { .rows($0) },
                    extract: { if case .rows(let action) = $0 { action } else { nil } }
                )
            }
            var single: CasePath<Action, Tally.Action> {
                CasePath(
                    embed: { .single($0) },
                    extract: { if case .single(let action) = $0 { action } else { nil } }
                )
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
        EmptyReducer()
            .ifLet(\.single, action: \.single) { Tally() }
            .forEach(\.rows, action: \.rows) { Tally() }
    }
}

// A dependency is read on whatever actor asks for it.
nonisolated enum StepKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable () async -> Int { { 1 } }
}

nonisolated extension Dependencies {
    var step: @Sendable () async -> Int {
        get { self[StepKey.self] }
        set { self[StepKey.self] = newValue }
    }
}
