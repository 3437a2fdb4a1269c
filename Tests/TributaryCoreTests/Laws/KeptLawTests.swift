// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryTestSupport
import TributaryUndo

@testable import TributaryCore

/// Law 11: a store that lives and continues to be observed retains nothing of temporary members.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct KeptLawTests {
    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
    private let gate = Gate()
}

extension KeptLawTests {
    /// Does something often, and expects that the store keeps as much as after the first few times.
    private func expectNothingKept<Action>(
        by store: Store<some Any, Action>,
        sending action: Action,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ comeAndGo: () -> Void
    ) {
        let token = store.observe({ _ in 0 }) { _ in }
        func keptAfter(_ count: Int) -> Int {
            for _ in 0..<count {
                comeAndGo()
                store.send(action)
            }
            // The last removals may be noticed in the next turn, or in the one after it.
            store.send(action)
            store.send(action)
            return keptCount(in: store)
        }
        let first = keptAfter(40)
        #expect(keptAfter(400) <= first, sourceLocation: sourceLocation)
        withExtendedLifetime(token) {}
    }

    @Test func `law 11: dead observers are removed`() {
        expectNothingKept(by: store, sending: .counter(.increment)) {
            _ = store.observe(\.counter.count) { _ in }
        }
    }

    @Test func `law 11: dead companions are removed in the next turn, even if there are few`() {
        let log = EventLog()
        let store = Store(initialState: [String]()) { Update { (_: inout [String], _: String) in } }
        func companions() -> [ObservationToken] {
            [
                store.observe(\.count) { _ in },
                store.onAction { _ in },
                store.attach(LoggingMiddleware("middleware", log)),
                store.attach(LoggingService("service", log)),
                store.mount { EmptyReducer() },
            ]
        }
        let living = companions()
        store.send("first")
        let before = keptCount(in: store)
        for _ in 0..<3 { _ = companions() }
        #expect(keptCount(in: store) > before)
        store.send("second")
        #expect(keptCount(in: store) == before)
        withExtendedLifetime(living) {}
    }

    @Test func `law 11: dead observed scopes are removed, also those made by closures`() {
        expectNothingKept(by: store, sending: .counter(.increment)) {
            _ = store.scope(reading: { $0.counter }, sending: { .counter($0) }).observe(\.count) { _ in }
            _ = store.scope(state: \.counter, action: \.counter).observe(\.count) { _ in }
        }
    }

    @Test func `law 11: stores of removed rows are removed, and so are their observers`() {
        store.send(contentsOf: (0..<100).map { .appendRow(id: $0) })
        let rows = store.scope(state: \.rows, action: \.rows)
        var id = 0
        expectNothingKept(by: store, sending: .rows(.element(id: 7, action: .increment))) {
            id = (id + 1) % 100
            _ = rows[id].observe(\.counter.count) { _ in }
        }
    }

    @Test func `law 11: a field that changes while it is not tracked is forgotten`() {
        store.send(contentsOf: (0..<100).map { .appendRow(id: $0) })
        let rows = store.scope(state: \.rows, action: \.rows)
        func track() {
            for row in rows {
                withObservationTracking {
                    _ = row.counter.count
                } onChange: {
                }
            }
        }
        func changeAll() {
            store.send(contentsOf: (0..<100).map { .rows(.element(id: $0, action: .increment)) })
        }
        changeAll()
        let before = keptCount(in: store)
        track()
        #expect(keptCount(in: store) > before + 100)
        // The first change notifies its trackers; at the second, there are none.
        changeAll()
        changeAll()
        changeAll()
        #expect(keptCount(in: store) <= before + 40)
    }

    @Test func `law 11: dead listeners, middleware, services, and mounted reducers are removed`() {
        let log = EventLog()
        let store = Store(initialState: [String]()) { Update { (_: inout [String], _: String) in } }
        expectNothingKept(by: store, sending: "next") {
            _ = store.onAction { _ in }
            _ = store.attach(LoggingMiddleware("middleware", log))
            _ = store.attach(LoggingService("service", log))
            _ = store.mount { EmptyReducer() }
        }
    }

    @Test func `law 11: sequences that are left are forgotten`() {
        expectNothingKept(by: store, sending: .counter(.increment)) {
            _ = store.values(\.counter.count)
            _ = store.actions
        }
    }

    @Test func `law 11: a machine without handles has no inbox`() {
        let machine = Machine(initialState: Counter.State()) { Counter() }
        machine.runEffects(on: MainActor.shared)
        machine.send(.increment)
        let before = keptCount(in: machine)
        var handle: StoreHandle? = machine.handle
        machine.send(.increment)
        #expect(keptCount(in: machine) > before)
        withExtendedLifetime(handle) {}
        handle = nil
        machine.send(.increment)
        #expect(keptCount(in: machine) == before)
        #expect(machine.state.count == 3)
    }

    @Test func `law 8: effects that were cancelled while they waited for their turn leave nothing behind`()
        async
    {
        let store = Store(initialState: 0) { [gate] in
            Reduce { (_: inout Int, action: String) in
                guard action == "start" else { return action == "stop" ? .cancel(id: 1) : .none }
                return .run { _ in try? await gate.wait() }.cancellable(id: 1, policy: .queue)
            }
        }
        func startAndStop(_ count: Int) async -> Int {
            var tasks: [StoreTask] = []
            for _ in 0..<count {
                tasks += (0..<10).map { _ in store.send("start") }
                store.send("stop")
            }
            for task in tasks { await task.finish() }
            store.send("next")
            return keptCount(in: store)
        }
        let first = await startAndStop(10)
        #expect(await startAndStop(50) <= first)
    }

    @Test func `a history keeps no more than its limit`() {
        let store = Store(initialState: 0) { Update { (state: inout Int, action: Int) in state += action } }
        let history = UndoHistory(limit: 10)
        func keptAfter(_ count: Int) -> Int {
            for _ in 0..<count { store.send(1, undo: history, inverse: -1) }
            return keptCount(in: history)
        }
        let first = keptAfter(50)
        #expect(keptAfter(1_000) <= first + 10)
        history.undo()
        #expect(store.state == 1_049)
    }

    @Test func `law 12: a closed store keeps none of its companions`() {
        let log = EventLog()
        func kept(companions: Int) -> Int {
            let store = Store(initialState: [String]()) { Update { (_: inout [String], _: String) in } }
            let tokens = (0..<companions).flatMap { number in
                [
                    store.attach(LoggingMiddleware("middleware \(number)", log)),
                    store.attach(LoggingService("service \(number)", log)),
                    store.mount { EmptyReducer() },
                ]
            }
            store.close()
            return withExtendedLifetime(tokens) { keptCount(in: store) }
        }
        #expect(kept(companions: 50) == kept(companions: 1))
    }
}
