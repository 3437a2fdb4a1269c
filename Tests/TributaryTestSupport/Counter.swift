// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// The smallest feature: a count.
package struct Counter: Reducer {
    package struct State: Equatable, Sendable {
        package var count: Int
        package init(count: Int = 0) { self.count = count }
    }

    package enum Action: Equatable, Sendable {
        case increment
        case add(Int)
        /// Adds 1 in an effect's action.
        case incrementLater
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .increment:
                state.count += 1
                return .none
            case .add(let amount):
                state.count += amount
                return .none
            case .incrementLater:
                return .run { send in await send(.increment) }
            }
        }
    }
}
