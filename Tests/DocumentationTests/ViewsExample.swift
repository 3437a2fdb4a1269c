// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: form
struct Account: Reducer {
    struct State: Equatable, Sendable {
        var name = ""
        var isPublic = false
        var problem: String?
        var visits = 0
    }

    @CasePathable
    enum Action: BindableAction, Sendable {
        case change(StateChange<State>)
        case clear
        case appeared
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .clear: state.name = ""
            case .appeared: state.visits += 1
            }
        }
        .onChange(of: \.name) { old, new, state in
            state.problem = new.count > 20 ? "A name has at most 20 letters." : nil
            return .none
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct ViewsArticle {
    func preview() -> String {
        // page: preview
        let store = Store(initialState: Account.State(name: "Ada")) {
            EmptyReducer<Account.State, Account.Action>()  // changes nothing
        }
        // page: end
        store.send(.clear)
        return store.name
    }

    func test() async {
        // page: test
        let store = TestStore(initialState: Account.State()) { Account() }
        await store.send(.change(StateChange(\.name, from: "", to: "Ada"))) { $0.name = "Ada" }
        let long = "Ada King, Countess of Lovelace"
        await store.send(.change(StateChange(\.name, from: "Ada", to: long))) {
            $0.name = long
            $0.problem = "A name has at most 20 letters."
        }
        // page: end
    }

    func appeared() async -> Int {
        let store = Store(initialState: Account.State()) { Account() }
        // page: task
        await store.send(.appeared).finish()  // in `.task`: cancelled with the view
        // page: end
        return store.visits
    }
}
