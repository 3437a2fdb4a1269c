// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryTestSupport

/// The shared state of the reducers and effects of one run: the running effects, and their orders.
final class EngineWorld: Sendable {
    enum Order: Sendable {
        case send(EngineMessage)
        case end
    }

    private struct State {
        var made = 0
        var started: [String] = []
        var events: [EngineEvent] = []
        var running: [String: Wait] = [:]
        var waits = 0
    }

    /// An effect that waits for an order.
    ///
    /// The effects of a feedback have the same name each time, so a number identifies them.
    private struct Wait {
        var number: Int
        var continuation: CheckedContinuation<Order?, Never>
    }

    let driver = EffectDriver()
    private let state = Mutex(State())

    /// A name for an effect that a reducer makes now.
    func makeName(_ reducer: Int) -> String {
        state.withLock { state in
            state.made += 1
            return "\(reducer)#\(state.made)"
        }
    }

    /// The effects that have started since the last call, in order.
    func takeStarted() -> [String] {
        state.withLock { state in
            defer { state.started = [] }
            return state.started
        }
    }

    func append(_ event: EngineEvent) { state.withLock { $0.events.append(event) } }

    /// The events since the last call.
    func takeEvents() -> [EngineEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    var running: Set<String> { state.withLock { Set($0.running.keys) } }

    /// Gives an order to a waiting effect, and resumes it.
    func order(_ name: String, _ order: Order) {
        state.withLock { $0.running.removeValue(forKey: name) }?.continuation.resume(returning: order)
        driver.run()
    }

    /// Performs the orders of the test, until the order to end, or until the effect is cancelled.
    func operate(_ name: String, _ send: Send<EngineAction>) async {
        state.withLock { $0.started.append(name) }
        while let order = await next(name) {
            guard case .send(let message) = order else { return }
            await send(EngineAction(message))
        }
        // Nothing that a cancelled effect still sends may arrive.
        await send(.own(.add(1_000_000)))
    }

    private func next(_ name: String) async -> Order? {
        let number = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: nil) }
                state.withLock { $0.running[name] = Wait(number: number, continuation: continuation) }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                // One that took its place may wait by now.
                state.running[name]?.number == number ? state.running.removeValue(forKey: name) : nil
            }
            cancelled?.continuation.resume(returning: nil)
        }
    }

    /// The effect of a message.
    func effect(_ work: EngineWork, of reducer: Int) -> Effect<EngineAction> {
        switch work {
        case .send(let message): .send(EngineAction(message))
        case .run: run(makeName(reducer))
        case .cancel(let id): .cancel(id: id)
        case .cancellable(let work, let id, let inFlight):
            effect(work, of: reducer).cancellable(id: id, cancelInFlight: inFlight)
        case .merge(let works): .merge(works.map { effect($0, of: reducer) })
        case .concatenate(let works): .concatenate(works.map { effect($0, of: reducer) })
        }
    }

    func run(_ name: String) -> Effect<EngineAction> { .run(name: name) { await self.operate(name, $0) } }
}
