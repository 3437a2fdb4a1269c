// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

private struct Counter: TributaryCore.Reducer {
    struct State { var count = 0 }
    enum Action: Sendable { case increment, work }
    func reduce(into state: inout State, action: Action) -> TributaryCore.Effect<Action> {
        switch action {
        case .increment:
            state.count &+= 1
            return .none
        case .work:
            return .run { send in await send(.increment) }
        }
    }
}

private struct Values: TributaryCore.Reducer {
    struct Value: TributaryCore.Reducer {
        struct State: Identifiable {
            let id: Int
            var count = 0
        }
        enum Action: Sendable { case increment }
        func reduce(into state: inout State, action: Action) -> TributaryCore.Effect<Action> {
            state.count &+= 1
            return .none
        }
    }
    struct State {
        var values: IdentifiedArray<Int, Value.State>
        init(count: Int) { values = IdentifiedArray(uniqueElements: (0..<count).map { Value.State(id: $0) }) }
    }
    enum Action: CasePathable {
        case values(IdentifiedAction<Int, Value.Action>)
        struct AllCasePaths: Sendable {
            var values: CasePath<Action, IdentifiedAction<Int, Value.Action>> {
                CasePath(embed: Action.values) { if case .values(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some TributaryCore.Reducer<State, Action> {
        EmptyReducer().forEach(\.values, action: \.values) { Value() }
    }
}

@MainActor
private func growthOfTributary(_ size: Int) async -> Double {
    let store = TributaryCore.Store(initialState: Values.State(count: size)) { Values() }
    let rows = Array(store.scope(state: \.values, action: \.values))
    var sum = 0
    let tokens = rows.map { $0.observe(\.count) { sum &+= $0 } }
    let time = await least { count in
        for _ in 0..<count { store.send(.values(.element(id: size / 2, action: .increment))) }
    }
    return withExtendedLifetime((rows, tokens)) { time }
}

@MainActor
func measureTributary() async -> Row {
    let store = TributaryCore.Store(initialState: Counter.State()) { Counter() }
    var row = Row(name: "Tributary")
    row.send = await least { count in for _ in 0..<count { store.send(.increment) } }
    row.effect = await least { count in for _ in 0..<count { await store.send(.work).finish() } }
    var sum = 0
    let tokens = (0..<10).map { _ in store.observe({ $0.count }) { sum &+= $0 } }
    row.observers = await least { count in for _ in 0..<count { store.send(.increment) } }
    for size in sizes { row.growth[size] = await growthOfTributary(size) }
    return withExtendedLifetime(tokens) { row }
}
