// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// page: catalog
import Tributary

struct Catalog: Reducer {
    struct State: Equatable { var titles: [String] = [] }

    @CasePathable
    enum Action: Equatable { case typed(String), answered([String]) }

    let ask: @Sendable (String) async -> [String]

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .typed(let query):
            return .run(name: "ask for \(query)") { [ask] send in await send(.answered(ask(query))) }
        case .answered(let titles):
            state.titles = titles
            return .none
        }
    }
}
// page: end
