// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Services that look at the state of their store when they are called.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ServiceReadingTests {
    typealias Handle = StoreHandle<Counter.State, Counter.Action>

    /// Records the value that it reads in each call; it belongs to no actor.
    private struct Reader: Service {
        let log: EventLog

        func detail(of state: Counter.State) -> Int { state.count }
        func start(store: Handle) { note("start", store) }
        func stateChanged(from old: Int, to new: Int, store: Handle) { note("\(old) to \(new)", store) }
        func stop(store: Handle) { note("stop", store) }

        private func note(_ call: String, _ store: Handle) {
            log("\(call): \(store.withState { $0.count }.map(String.init) ?? "nothing")")
        }
    }

    private let log = EventLog()
    private let calls = ["start: 0", "0 to 1: 1", "1 to 3: 3", "stop: 3"]
}

extension ServiceReadingTests {
    @Test func `a service reads the state in each of its calls`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let token = store.attach(Reader(log: log))
        store.send(contentsOf: [.increment, .add(2)])
        store.close()
        #expect(log.events == calls)
        withExtendedLifetime(token) {}
    }

    @Test func `a service whose token is dropped reads the state as it stops`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        store.attach(Reader(log: log)).cancel()
        store.send(.increment)
        #expect(log.events == ["start: 0", "stop: 0"])
    }

    @Test func `a service of a store on its own actor, and of a machine that has none, reads it, too`() async
    {
        let log = log
        let actor = StoreActor(initialState: Counter.State()) { Counter() }
        let token = await actor.attach(Reader(log: log))
        await actor.send(contentsOf: [.increment, .add(2)])
        await actor.close()
        #expect(log.events == calls)
        log.removeAll()
        let machine = Machine(initialState: Counter.State()) { Counter() }
        let other = machine.attach([Reader(log: log)])
        machine.send(contentsOf: [.increment, .add(2)])
        machine.close()
        #expect(log.events == calls)
        withExtendedLifetime((token, other)) {}
    }

    @Test func `a service of a scope reads the scope, and nothing once its state was removed`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(.openSheet)
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        let token = sheet?.attach(Reader(log: log))
        sheet?.send(.increment)
        store.send(.closeSheet)
        store.close()
        #expect(log.events == ["start: 0", "0 to 1: 1", "stop: nothing"])
        withExtendedLifetime(token) {}
    }

    @Test func `code on the store's actor reads through a handle at any time`() {
        var store: StoreOf<Counter>? = Store(initialState: Counter.State(count: 4)) { Counter() }
        let handle = store?.handle
        #expect(handle?.withState { $0.count } == 4)
        store?.send(.increment)
        #expect(handle?.withState { $0.count } == 5)
        store = nil
        #expect(handle?.withState { $0.count } == nil)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `law 10: reading through a handle inside a reducer stops with the name of the action`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                nonisolated(unsafe) var handle: StoreHandle<Int, String>?
                let store = Store(initialState: 0) {
                    Update { (state: inout Int, action: String) in
                        state = MainActor.assumeIsolated { handle?.withState { $0 + 1 } ?? -1 }
                    }
                }
                handle = store.handle
                store.send("read me")
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("read me") == true)
    }

    @Test func `reading at once from anywhere else stops with a name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let handle = await MainActor.run {
                Store(initialState: 0) { Update { (_: inout Int, _: Int) in } }
            }
            let reading = await handle.handle
            await Task.detached { _ = reading.withState { $0 } }.value
            withExtendedLifetime(handle) {}
        }
        #expect(result?.complaint.contains("TRIBUTARY-025") == true)
    }

    @Test func `reading at once in a task that a service started stops with a name`() async {
        struct Leaking: Service {
            let done: Gate
            func detail(of state: Counter.State) -> Int { 0 }
            func start(store: Handle) {
                let done = done
                // Elsewhere, while this call lasts.
                Task.detached {
                    _ = store.withState { $0.count }
                    done.open()
                }
            }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let done = Gate()
            let store = await MainActor.run { Store(initialState: Counter.State()) { Counter() } }
            let token = await store.attach(Leaking(done: done))
            try? await done.wait()
            withExtendedLifetime((store, token)) {}
        }
        #expect(result?.complaint.contains("TRIBUTARY-025") == true)
    }
    #endif
}
