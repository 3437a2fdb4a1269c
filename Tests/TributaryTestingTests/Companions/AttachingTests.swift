// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A test store has companions", .timeLimit(.minutes(30)))
struct AttachingTests {
    @Test("Actions that middleware sends as a replacement are received; dropped actions change nothing")
    func swallowing() async {
        let store = TestStore(initialState: Door.State()) { Door() }
        let token = store.attach(Door.Lock())
        await store.send(.open)
        await store.receive(\.knock) { $0.knocks = 1 }
        await store.send(.open) { $0.isOpen = true }
        await store.finish()
        withExtendedLifetime(token) {}
    }

    @Test("An expected change of an action that was swallowed fails")
    func expectingSwallowed() async {
        let store = TestStore(initialState: Door.State()) { Door() }
        let token = store.attach(Door.Lock())
        let line = #line + 1
        let failed = await failures { await store.send(.open) { $0.isOpen = true } }
        #expect(
            failed.map(\.text) == [
                """
                The state was expected to change after `Door.Action.open`, but no reducer saw it: a middleware \
                swallowed it, or the store is closed.
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
        await store.skipReceivedActions()
        withExtendedLifetime(token) {}
    }

    @Test("An action in place of another is checked as that")
    func replacing() async {
        let store = TestStore(initialState: Door.State(isOpen: true)) { Door() }
        let token = store.attach(Door.Doorman())
        await store.send(.open) { $0.isOpen = false }
        withExtendedLifetime(token) {}
    }

    @Test("Actions of a service are received, in the turn and later")
    func service() async {
        let store = TestStore(initialState: Door.State(isOpen: true)) { Door() }
        let token = store.attach(Door.Bell())
        await store.receive(\.close) { $0.isOpen = false }
        await store.send(.knock) { $0.knocks = 1 }
        await store.send(.knock) { $0.knocks = 2 }
        await store.receive(\.open) { $0.isOpen = true }
        await store.finish()
        withExtendedLifetime(token) {}
    }

    @Test("An action that is sent through a handle between two calls is received by the next one")
    func handle() async {
        final class Phone: Service {
            typealias State = Door.State
            typealias Action = Door.Action
            var line: Door.Handle?

            func start(store: Door.Handle) { line = store }
        }
        let store = TestStore(initialState: Door.State()) { Door() }
        let phone = Phone()
        let token = store.attach(phone)
        phone.line?.send(.knock)
        await store.receive(\.knock) { $0.knocks = 1 }
        await store.finish()
        withExtendedLifetime(token) {}
    }
}
