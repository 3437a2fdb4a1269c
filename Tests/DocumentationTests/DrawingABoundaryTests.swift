// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on boundaries", .timeLimit(.minutes(30)))
struct DrawingABoundaryTests {
    @Test func `has one feature with one outcome, however it is attached`() async {
        let expected = ["Dune", "Dune"]
        #expect(Attached.composed() == expected)
        #expect(Attached.separate() == expected)
        #expect(await Attached.mirrored() == expected)
    }

    @Test func `has a feature that is mounted, and then is not`() {
        let text = Attached.mounted()
        #expect(text.while == "Dune")
        #expect(text.after == "Dune")
    }

    @Test func `has a state that two features see`() {
        let store = Store(initialState: Reader.State(name: "Ada")) { Reader() }
        let greeting = store.scope(state: \.greeting)
        store.send(.account("Dune"))
        #expect(greeting.state == "Ada has 1 books")
    }
}
