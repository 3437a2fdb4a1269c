// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Middleware and services are traced", .timeLimit(.minutes(30)))
@MainActor
struct TraceTests {
    @Test("The order in which middleware sees, swallows, replaces and sends is expected exactly")
    func middleware() {
        let trace = Trace<Door.State, Door.Action>()
        let store = Store(initialState: Door.State()) { Door() }
        let tokens = [
            store.attach(trace.recording(Door.Lock(), as: "lock")),
            store.attach(trace.recording(Door.Doorman(), as: "doorman")),
        ]
        store.send(.open)
        trace.expect(
            .sent(.knock, by: "lock"),
            .swallowed(.open, by: "lock"),
            .passed(.knock, by: "lock"),
            .passed(.knock, by: "doorman"),
            .reduced(.knock, seenBy: "doorman"),
            .reduced(.knock, seenBy: "lock")
        )
        store.send(contentsOf: [.open, .open])
        trace.expect(
            .passed(.open, by: "lock"),
            .passed(.open, by: "doorman"),
            .reduced(.open, seenBy: "doorman"),
            .reduced(.open, seenBy: "lock"),
            .passed(.open, by: "lock"),
            .replaced(.open, with: .close, by: "doorman"),
            .reduced(.close, seenBy: "doorman"),
            .reduced(.close, seenBy: "lock")
        )
        #expect(!store.isOpen)
        withExtendedLifetime(tokens) {}
    }

    @Test("A service starts, receives, sends, and stops, exactly in order")
    func service() {
        let trace = Trace<Door.State, Door.Action>()
        let store = Store(initialState: Door.State()) { Door() }
        let token = store.attach(trace.recording(Door.Bell(), as: "bell"))
        trace.expect(.started("bell"), .sent(.close, by: "bell"))
        store.send(.close)
        trace.expect()
        store.send(contentsOf: [.knock, .knock])
        trace.expect(
            .heard(from: 0, to: 1, by: "bell"),
            .heard(from: 1, to: 2, by: "bell"),
            .sent(.open, by: "bell")
        )
        #expect(store.isOpen)
        store.close()
        trace.expect(.stopped("bell"), .sent(.close, by: "bell"))
        #expect(!store.isOpen)
        withExtendedLifetime(token) {}
    }

    @Test("Other events than expected fail with the difference, at the call")
    func difference() async {
        let trace = Trace<Door.State, Door.Action>()
        let store = Store(initialState: Door.State(knocks: 1)) { Door() }
        let token = store.attach(trace.recording(Door.Lock(), as: "lock"))
        store.send(.open)
        let line = #line + 2
        let failed = await failures {
            trace.expect(.swallowed(.open, by: "lock"), .reduced(.open, seenBy: "lock"), .stopped("bell"))
        }
        #expect(
            failed.map(\.text) == [
                """
                Other events of middleware and services came than expected.

                    − lock swallowed Door.Action.open
                    + lock passed Door.Action.open
                      lock saw Door.Action.open reduced
                    − bell stopped

                (Expected: −, Actual: +)
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
        withExtendedLifetime(token) {}
    }

    @Test("Unexpected events fail at the line that made the trace")
    func leftOver() async {
        var line = 0
        let failed = await failures {
            line = #line + 1
            let trace = Trace<Door.State, Door.Action>()
            let store = Store(initialState: Door.State()) { Door() }
            let token = store.attach(trace.recording(Door.Doorman(), as: "doorman"))
            store.send(.open)
            withExtendedLifetime(token) {}
        }
        #expect(
            failed.map(\.text) == [
                """
                Events of middleware and services were not accounted for by the end of the test:
                  - doorman passed Door.Action.open
                  - doorman saw Door.Action.open reduced
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }
}
