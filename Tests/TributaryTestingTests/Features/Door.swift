// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A door with things around it: a lock and a doorman in the way of its actions, a bell that follows its state.
struct Door: Reducer {
    struct State: Equatable, Sendable {
        var isOpen = false
        var knocks = 0
    }

    @CasePathable
    enum Action: Sendable { case open, close, knock }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .open: state.isOpen = true
        case .close: state.isOpen = false
        case .knock: state.knocks += 1
        }
        return .none
    }

    typealias Handle = StoreHandle<State, Action>

    /// Replaces opening the door without a knock by a knock.
    struct Lock: Middleware, Sendable {
        func willReduce(_ action: Action, from origin: ActionOrigin, state: State, store: Handle) -> Action? {
            guard case .open = action, state.knocks == 0 else { return action }
            store.send(.knock)
            return nil
        }
    }

    /// Closes the door when it is opened a second time.
    struct Doorman: Middleware, Sendable {
        func willReduce(_ action: Action, from origin: ActionOrigin, state: State, store: Handle) -> Action? {
            guard case .open = action, state.isOpen else { return action }
            return .close
        }
    }

    /// Follows the number of knocks, and opens at the second.
    struct Bell: Service, Sendable {
        func detail(of state: State) -> Int { state.knocks }

        func start(store: Handle) { store.send(.close) }

        func stateChanged(from old: Int, to new: Int, store: Handle) {
            if new == 2 { store.send(.open) }
        }

        func stop(store: Handle) { store.send(.close) }
    }
}
