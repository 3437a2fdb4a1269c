// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import Visits

@Suite("Visits")
struct VisitsTests {
    @Test func `are counted on an actor of their own, and emit when it is full`() async {
        let store = StoreActor(initialState: Visits.State(room: 1)) { Visits() }
        await store.send(contentsOf: [.input(.left), .input(.entered), .input(.left), .input(.entered)])
        #expect(await store.state.summary == "1 of 1 inside, at most 1")
    }

    @MainActor
    @Test func `are emitted through a mirror`() async {
        let store = StoreActor(initialState: Visits.State(room: 1)) { Visits() }
        let mirror = await Store(mirroring: store)
        let module = Module(mirror, input: \.input, output: \.output, state: \.summary)
        var heard: [Visits.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        await module.send(contentsOf: [.entered, .left, .entered]).finish()
        #expect(heard == [.full, .roomAgain, .full])
        #expect(module.state == "1 of 1 inside, at most 1")
        withExtendedLifetime(token) {}
    }
}
