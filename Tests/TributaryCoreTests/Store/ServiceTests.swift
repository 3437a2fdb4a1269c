// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Long-lived companions of a store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ServiceTests {}

extension ServiceTests {
    private func makeStore() -> Store<[String], String> {
        Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in
                if action == "clear" { state = [] } else if action != "nothing" { state.append(action) }
            }
        }
    }

    @Test func `services start in order, and their first actions are reduced before attach returns`() {
        let log = EventLog()
        let store = makeStore()
        var heard: [Int] = []
        let observation = store.observe(\.count) { heard.append($0) }
        let tokens = [
            store.attach(LoggingService("first", log, onStart: { $0.send("from first") })),
            store.attach(LoggingService("second", log, onStart: { $0.send("from second") })),
        ]
        #expect(store.state == ["from first", "from second"])
        #expect(
            log.events == [
                "first starts", "first 0 to 1", "second starts", "first 1 to 2", "second 1 to 2",
            ]
        )
        #expect(heard == [0, 1, 2])
        withExtendedLifetime((tokens, observation)) {}
    }

    @Test func `a service is notified of each change of its detail, with the old and the new value`() {
        let log = EventLog()
        let store = makeStore()
        let token = store.attach(LoggingService("service", log))
        log.removeAll()
        store.send(contentsOf: ["a", "nothing", "b", "clear"])
        #expect(log.events == ["service 0 to 1", "service 1 to 2", "service 2 to 0"])
        token.cancel()
    }

    @Test func `a service without a detail only starts and stops`() {
        struct Lifecycle: Service {
            typealias State = [String]
            let log: EventLog
            func start(store: StoreHandle<[String], String>) { log("starts") }
            func stateChanged(from old: Never?, to new: Never?, store: StoreHandle<[String], String>) {
                log("never")
            }
            func stop(store: StoreHandle<[String], String>) { log("stops") }
        }
        let log = EventLog()
        let store = makeStore()
        let token = store.attach(Lifecycle(log: log))
        store.send(contentsOf: ["a", "b"])
        store.close()
        #expect(log.events == ["starts", "stops"])
        token.cancel()
    }

    @Test func `dropping the token stops the service, once, before the next action`() {
        let log = EventLog()
        let store = makeStore()
        let first = store.attach(LoggingService("first", log, onStop: { $0.send("farewell") }))
        let second = store.attach(LoggingService("second", log))
        log.removeAll()
        first.cancel()
        first.cancel()
        store.send("a")
        #expect(store.state == ["farewell", "a"])
        #expect(log.events == ["first stops", "second 0 to 1", "second 1 to 2"])
        store.close()
        #expect(log.events.suffix(1) == ["second stops"])
        #expect(log.events.count == 4)
        withExtendedLifetime(second) {}
    }

    @Test func `a token dropped between two turns, on any thread, stops the service on the store's actor`()
        async
    {
        let stopped = Gate()
        let log = EventLog()
        let store = makeStore()
        let service = LoggingService(
            "service",
            log,
            onStop: { _ in
                MainActor.assertIsolated()
                stopped.open()
            }
        )
        let token = store.attach(service)
        await Task.detached { token.cancel() }.value
        try? await stopped.wait()
        #expect(log.events == ["service starts", "service stops"])
    }

    @Test func `law 11: the store does not retain a service beyond its token`() {
        final class Witness: @MainActor Service {
            func stop(store: StoreHandle<[String], String>) {}
        }
        let store = makeStore()
        weak var witness: Witness?
        do {
            let service = Witness()
            witness = service
            let token = store.attach(service)
            store.send("a")
            token.cancel()
        }
        store.send("b")
        #expect(witness == nil)
    }

    @Test func `law 11: a service may outlive its store, and is stopped when its token goes`() async {
        let log = EventLog()
        let stopped = Gate()
        var store: Store<[String], String>? = makeStore()
        let token = store?.attach(
            LoggingService(
                "service",
                log,
                onStop: { store in
                    store.send("nobody is there")
                    stopped.open()
                }
            )
        )
        weak let witness = store
        store = nil
        #expect(witness == nil)
        #expect(log.events == ["service starts"])
        token?.cancel()
        try? await stopped.wait()
        #expect(log.events == ["service starts", "service stops"])
    }

    @Test func `a service that is attached by another joins in with the next action`() {
        @MainActor final class Parent: @MainActor Service {
            let store: Store<[String], String>
            let log: EventLog
            var token: ObservationToken?
            init(_ store: Store<[String], String>, _ log: EventLog) { (self.store, self.log) = (store, log) }
            func detail(of state: [String]) -> Int { state.count }
            func stateChanged(from old: Int, to new: Int, store: StoreHandle<[String], String>) {
                if token == nil { token = self.store.attach(LoggingService("child", log)) }
            }
        }
        let log = EventLog()
        let store = makeStore()
        let token = store.attach(Parent(store, log))
        store.send("a")
        #expect(log.events == ["child starts"])
        store.send("b")
        #expect(log.events == ["child starts", "child 1 to 2"])
        token.cancel()
    }

    @Test func `a service with tasks of its own sends when they are done`() async {
        final class Fetching: @MainActor Service {
            let gate: Gate
            let finished: Gate
            var task: Task<Void, Never>?
            init(_ gate: Gate, _ finished: Gate) { (self.gate, self.finished) = (gate, finished) }
            func detail(of state: [String]) -> String? { state.last { $0.hasPrefix("fetch") } }
            func stateChanged(from old: String?, to new: String?, store: StoreHandle<[String], String>) {
                task?.cancel()
                task = Task { [gate, finished] in
                    guard let new, (try? await gate.wait()) != nil else { return }
                    await store.send("done \(new)").finish()
                    finished.open()
                }
            }
            func stop(store: StoreHandle<[String], String>) { task?.cancel() }
        }
        let gate = Gate()
        let finished = Gate()
        let store = makeStore()
        let token = store.attach(Fetching(gate, finished))
        store.send("fetch a")
        store.send("fetch b")
        gate.open()
        try? await finished.wait()
        #expect(store.state == ["fetch a", "fetch b", "done fetch b"])
        token.cancel()
    }

    @Test func `the service of a scope follows the scope's state while it exists`() {
        final class Following: @MainActor Service {
            var heard: [String] = []
            func detail(of state: Counter.State) -> Int { state.count }
            func start(store: StoreHandle<Counter.State, Counter.Action>) { store.send(.add(2)) }
            func stateChanged(from old: Int, to new: Int, store: StoreHandle<Counter.State, Counter.Action>) {
                heard.append("\(old) to \(new)")
            }
            func stop(store: StoreHandle<Counter.State, Counter.Action>) { heard.append("stops") }
        }
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(.openSheet)
        let service = Following()
        let token = store.scope(state: \.sheet, action: \.sheet)?.attach(service)
        #expect(store.sheet?.count == 2)
        store.send(.counter(.increment))
        store.send(.closeSheet)
        store.send(contentsOf: [.openSheet, .sheet(.increment)])
        store.close()
        #expect(service.heard == ["0 to 2", "2 to 0", "0 to 1", "stops"])
        withExtendedLifetime(token) {}
    }

    @Test func `a store on its own actor calls its services there`() async {
        let store = StoreActor(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        let log = EventLog()
        let stopped = Gate()
        let service = LoggingService(
            "service",
            log,
            onStart: { _ in store.assertIsolated() },
            onChange: { _, _ in store.assertIsolated() },
            onStop: { _ in
                store.assertIsolated()
                stopped.open()
            }
        )
        let token = await store.attach(service)
        await store.send("a")
        token.cancel()
        try? await stopped.wait()
        #expect(log.events == ["service starts", "service 0 to 1", "service stops"])
    }
}
