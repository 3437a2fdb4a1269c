// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@Suite("Dependencies of a test store", .timeLimit(.minutes(30)))
struct TestDependenciesTests {
    @Test("They are set when the store is made, and can be changed between two actions")
    func changing() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.titles = { ["Ebb"] }
        }
        #expect(store.dependencies.isTesting)
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Ebb"]) {
            $0.isLoading = false
            $0.titles = ["Ebb"]
        }
        store.dependencies.titles = { ["Neap"] }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Neap"]) {
            $0.isLoading = false
            $0.titles = ["Neap"]
        }
    }

    @Test("A clock that is set later is driven, too")
    func clock() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let clock = TestClock()
        store.dependencies.clock = clock
        await store.send(.start)
        await clock.advance(by: .seconds(1))
        await store.receive(\.tick) { $0.seconds = 1 }
        await store.send(.stop)
    }

    @Test("The first state is made from the dependencies of the store")
    func initialState() {
        let store = TestStore(dependencies: { $0.uuid = .incrementing }) { dependencies in
            [dependencies.uuid()]
        } reducer: {
            Update<[UUID], String> { state, _ in state.reverse() }
        }
        #expect(store.state == [UUID(number: 0)])
    }

    @Test("An effect that names no clock waits by the clock of the store")
    func debouncing() async {
        let clock = TestClock()
        let store = TestStore(initialState: [String]()) {
            Reduce<[String], String> { state, text in
                state.append(text)
                return text == "found" ? .none : Effect.send("found").debounce(id: 1, for: .seconds(1))
            }
        } dependencies: {
            $0.clock = clock
        }
        await store.send("t") { $0 = ["t"] }
        await clock.advance(by: .milliseconds(900))
        await store.send("ti") { $0 = ["t", "ti"] }
        await clock.advance(by: .milliseconds(900))
        #expect(store.state == ["t", "ti"])
        await clock.advance(by: .milliseconds(100))
        await store.receive("found") { $0 = ["t", "ti", "found"] }
        await store.finish()
    }
}
