// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A part of a test may omit assertions", .timeLimit(.minutes(30)))
struct PartExhaustivityTests {
    @Test func `and the rest may not`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.increment) { $0.count = 1 }
        let failed = await failures {
            let count = await store.withExhaustivity(.off) {
                await store.send(.load)
                await store.send(.incrementTwice)
                return store.state.count
            }
            #expect(count == 3)
        }
        #expect(failed.map(\.text) == [])
        #expect(store.exhaustivity == .on)
        // Actions that arrived in the part are accounted for.
        #expect(store.state == Library.State(count: 3, titles: ["Flood"]))
        let told = await failures { await store.send(.increment) }
        #expect(told.count == 1)
        await store.finish()
    }

    @Test func `actions that effects send by its end belong to it`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.withExhaustivity(.off) { _ = await store.send(.load) }
        #expect(store.state.titles == ["Flood"])
        await store.send(.increment) { $0.count = 1 }
        await store.finish()
    }

    @Test func `earlier actions have to be accounted for`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.incrementTwice) { $0.count = 1 }
        let failed = await failures { await store.withExhaustivity(.off) { _ = await store.send(.nothing) } }
        #expect(failed.count == 1)
        #expect(
            failed[0].text.hasPrefix(
                "1 action was received, but not accounted for before a part that skips actions"
            )
        )
    }

    @Test func `omitted assertions in it, and at its end, can be shown`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let notes = await failures {
            await store.withExhaustivity(.off(showSkippedAssertions: true)) {
                _ = await store.send(.load) { $0.isLoading = true }
            }
        }
        #expect(notes.map(\.isWarning) == [true])
        #expect(notes[0].text.hasPrefix("1 action was received, but not accounted for by the end of a part"))
    }

    @Test func `it may be exhaustive, in a test that is not`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        store.exhaustivity = .off
        await store.send(.incrementTwice)
        let failed = await failures {
            await store.withExhaustivity(.on) { _ = await store.send(.increment) }
        }
        #expect(failed.count == 1)
        #expect(failed[0].text.contains("+   count: 3,"))
        #expect(store.exhaustivity == .off)
    }

    @Test func `it ends also when it throws`() async {
        struct Stop: Error {}
        let store = TestStore(initialState: Library.State()) { Library() }
        await #expect(throws: Stop.self) {
            try await store.withExhaustivity(.off) {
                await store.send(.load)
                throw Stop()
            }
        }
        #expect(store.exhaustivity == .on)
        #expect(store.state.titles == ["Flood"])
        await store.finish()
    }

    @Test func `with exhaustivity off, actions of effects arrive before the next send`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        store.exhaustivity = .off
        await store.send(.load)
        #expect(store.state.titles == [])
        await store.send(.increment) {
            $0.titles = ["Flood"]
            $0.isLoading = false
            $0.count = 1
        }
        await store.finish()
    }

    @Test func `with exhaustivity on, it does not`() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        await store.send(.increment) { $0.count = 1 }
        await store.receive(\.loaded) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
    }
}
