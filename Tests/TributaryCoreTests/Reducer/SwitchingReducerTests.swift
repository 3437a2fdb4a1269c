// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A reducer that is one of several; `@ReducerCases` is tested with the macros.
@Suite("One of several reducers", .timeLimit(.minutes(30)))
@MainActor
struct SwitchingReducerTests {
    /// Counts in its own place how often it ran.
    private struct Counting: Reducer {
        let place: Int
        func reduce(into state: inout [Int], action: Int?) -> Effect<Int?> {
            state[place] += 1
            return action == 1 ? .send(2) : .none
        }
    }

    private func makeReducer() -> AnyReducer<[Int], Int?> {
        AnyReducer(
            oneOf: AnyReducer(Counting(place: 0)),
            AnyReducer(Counting(place: 1)),
            AnyReducer(Counting(place: 2).onChange(of: \.[0], update: { _, new, state in state[3] = new }))
        ) { $0 }
    }

    @Test func `runs for an action, and the others do not`() {
        let store = Store(initialState: [0, 0, 0, 0]) { makeReducer() }
        store.send(0)
        #expect(Array(store.state.prefix(3)) == [1, 0, 0])
        store.send(2)
        #expect(Array(store.state.prefix(3)) == [1, 0, 1])
        store.send(nil)
        #expect(Array(store.state.prefix(3)) == [1, 0, 1])
    }

    @Test func `whose effects are sent, to another of them`() {
        let store = Store(initialState: [0, 0, 0, 0]) { makeReducer() }
        store.send(1)
        #expect(Array(store.state.prefix(3)) == [0, 1, 1])
    }

    @Test func `while all of them see changes`() {
        let store = Store(initialState: [0, 0, 0, 0]) { makeReducer() }
        store.send(0)
        #expect(store.state == [1, 0, 0, 1])
    }

    @Test func `of which there may be none`() {
        let store = Store(initialState: 0) { AnyReducer<Int, Int>(choose: { _ in nil }) }
        store.send(1)
        #expect(store.state == 0)
    }
}
