// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("Components are tested by their props", .timeLimit(.minutes(30)))
struct PropsTests {
    struct Sign: Connector {
        func props(for state: Door.State) -> String { state.isOpen ? "open" : "closed" }
    }

    @Test("A recorder is given the first props always, and duplicates never")
    func recorder() {
        let store = Store(initialState: Door.State()) { Door() }
        let sign = PropsRecorder<String>()
        let connection = sign.connect(to: store, state: { $0 }, props: Sign().props)
        sign.expect("closed")
        store.send(.knock)
        sign.expect()
        store.send(.open)
        store.send(.close)
        sign.expect("open", "closed")
        #expect(sign.last == "closed")
        withExtendedLifetime(connection) {}
    }

    @Test("Without a store, states are rehearsed by the same rules")
    func rehearsing() {
        let sign = PropsRecorder<String>()
        var mapped = 0
        let states = [Door.State(), Door.State(), Door.State(knocks: 1), Door.State(isOpen: true)]
        sign.rehearse(states) { state in
            mapped += 1
            return Sign().props(for: state)
        }
        sign.expect("closed", "open")
        #expect(mapped == 3)
        sign.rehearse(states, connector: Sign())
        sign.expect("closed", "open")
    }

    @Test("Other props than expected fail with the difference, at the call")
    func difference() async {
        let sign = PropsRecorder<String>()
        sign.render("closed")
        sign.render("open")
        let line = #line + 1
        let failed = await failures { sign.expect("open", "ajar") }
        #expect(
            failed.map(\.text) == [
                """
                Other props came than expected.

                    + "closed"
                      "open"
                    − "ajar"

                (Expected: −, Actual: +)
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("Unexpected props fail at the line that made the recorder")
    func leftOver() async {
        var line = 0
        let failed = await failures {
            line = #line + 1
            let sign = PropsRecorder<String>()
            sign.render("open")
        }
        #expect(failed.map(\.text) == ["Props were not accounted for by the end of the test:\n  - \"open\""])
        #expect(failed.map(\.line) == [line])
    }

    @Test("A connector is a function: other props than expected fail with the state they were made of")
    func connector() async {
        Sign().expect("open", for: Door.State(isOpen: true))
        let line = #line + 1
        let failed = await failures { Sign().expect("open", for: Door.State()) }
        #expect(
            failed.map(\.text) == [
                """
                The connector makes other props than expected of:

                    Door.State(
                      isOpen: false,
                      knocks: 0
                    )

                    − "open"
                    + "closed"

                (Expected: −, Actual: +)
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }
}
