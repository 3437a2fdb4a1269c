// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryJournal

/// Records numbers, and reports each to the outside.
struct Counter: Reducer {
    struct State: Codable, Equatable, Sendable {
        var numbers: [Int] = []
        var told: [Int] = []
    }

    enum Action: Equatable, Sendable, Journaled {
        case add(Int)
        case told(Int)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// The outputs of the store.
    final class World: Sendable {
        private let numbers = Mutex<[Int]>([])

        var told: [Int] { numbers.withLock { $0 } }

        func tell(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    let world: World

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let number):
            state.numbers.append(number)
            return .run { [world] send in
                world.tell(number)
                await send(.told(number))
            }
        case .told(let number):
            state.told.append(number)
            return .none
        }
    }
}
