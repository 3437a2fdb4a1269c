// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A test may omit assertions", .timeLimit(.minutes(30)))
struct ExhaustivityTests {
    @Test("With exhaustivity off, only values set in a closure are checked, and other actions are skipped")
    func off() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        store.exhaustivity = .off
        await store.send(.incrementTwice)
        #expect(store.state.count == 2)
        await store.send(.load)
        await store.receive(\.loaded) { $0.titles = ["Flood"] }
        let failed = await failures {
            await store.send(.increment) { $0.count = 7 }
            await store.receive(\.tick)
        }
        #expect(failed.count == 2)
        #expect(failed[0].text.contains("−   count: 7,") && failed[0].text.contains("+   count: 3,"))
        #expect(failed[1].text.contains("none arrived"))
    }

    @Test("Omitted assertions can be shown as warnings")
    func showing() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        store.exhaustivity = .off(showSkippedAssertions: true)
        let notes = await failures {
            await store.send(.increment)
            await store.send(.incrementTwice) { $0.count = 2 }
            await store.send(.load) { $0.isLoading = true }
            await store.receive(\.loaded) { $0.isLoading = false }
        }
        #expect(notes.map(\.isWarning) == [true, true, true])
        #expect(
            notes[0].text.hasPrefix("Changes after `Library.Action.increment` that were not asserted:\n\n")
        )
        #expect(notes[0].text.contains("−   count: 0,") && notes[0].text.contains("+   count: 1,"))
        #expect(notes[1].text.hasPrefix("1 action was received, but not accounted for before"))
        #expect(notes[2].text.contains("+     [0]: \"Flood\"\n"))
    }

    @Test("An expected action that does not arrive names those that did")
    func others() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        store.exhaustivity = .off
        await store.send(.incrementTwice)
        let failed = await failures { await store.receive(\.stop) }
        #expect(
            failed.map(\.text) == [
                """
                Expected to receive `\\.stop`, but only others arrived: Library.Action.increment. \
                No effect runs that could send it.
                """
            ]
        )
    }

    @Test("A store without exhaustivity reports nothing at its end, but finishing requires effects to end")
    func ending() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = TestClock()
        }
        store.exhaustivity = .off
        await store.send(.incrementTwice)
        await store.send(.start)
        let failed = await failures { await store.finish() }
        #expect(failed.count == 1)
        #expect(failed[0].text.hasPrefix("Effects have not ended by the end of the test.\n\n1 effect runs:"))
    }
}
