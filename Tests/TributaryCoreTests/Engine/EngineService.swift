// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// A service that records its calls, and sends an action when it starts, for its first notifications, and
/// when it stops.
final class EngineService: Service {
    private let number: Int
    private let message: EngineMessage?
    private let world: EngineWorld
    private let budget = Mutex(EngineService.budget)

    /// How often it answers a change.
    static let budget = 2

    init(_ number: Int, _ message: EngineMessage?, _ world: EngineWorld) {
        self.number = number
        self.message = message
        self.world = world
    }

    func detail(of state: EngineRun.State) -> Int { state.fields.count }

    func start(store: StoreHandle<EngineRun.State, EngineAction>) {
        world.append(.service(number, .started))
        send(to: store)
    }

    func stateChanged(from old: Int, to new: Int, store: StoreHandle<EngineRun.State, EngineAction>) {
        world.append(.service(number, .changed(old, new)))
        let mayAnswer = budget.withLock { budget in
            budget -= 1
            return budget >= 0
        }
        if mayAnswer { send(to: store) }
    }

    func stop(store: StoreHandle<EngineRun.State, EngineAction>) {
        world.append(.service(number, .stopped))
        send(to: store)
    }

    private func send(to store: StoreHandle<EngineRun.State, EngineAction>) {
        if let message { store.send(EngineAction(message)) }
    }
}
