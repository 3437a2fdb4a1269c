// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport
import TributaryTesting

@Suite("A test store checks the state after each action", .timeLimit(.minutes(30)))
struct TestStoreTests {
    @Test("An action changes the state as expected")
    func send() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.increment) { $0.count = 1 }
        await store.send(.nothing)
        #expect(store.state == Library.State(count: 1))
        store.assert { $0.count = 1 }
        await store.finish()
    }

    @Test("A state that is not as expected fails with the difference, at the call")
    func difference() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let line = #line + 1
        let failed = await failures { await store.send(.increment) { $0.count = 2 } }
        #expect(
            failed.map(\.text) == [
                """
                The state after `Library.Action.increment` is not as expected.

                      Library.State(
                    −   count: 2,
                    +   count: 1,
                        titles: [],
                        isLoading: false,
                        seconds: 0
                      )

                (Expected: −, Actual: +)
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("A change that was not expected fails")
    func unexpectedChange() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let failed = await failures { await store.send(.increment) }
        #expect(failed.count == 1)
        #expect(
            failed[0].text.hasPrefix(
                "The state changed after `Library.Action.increment`, but no change was expected.\n\n"
            )
        )
        #expect(failed[0].text.contains("−   count: 0,") && failed[0].text.contains("+   count: 1,"))
    }

    @Test("An expected change that does not happen fails")
    func missingChange() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let failed = await failures { await store.send(.nothing) { $0.count = 0 } }
        #expect(
            failed.map(\.text) == [
                """
                The state was expected to change after `Library.Action.nothing`, but it did not. Where no change is expected, \
                leave the closure out.
                """
            ]
        )
    }

    @Test("A closure that throws fails with the error")
    func throwingClosure() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let failed = await failures { await store.send(.nothing) { _ in throw Library.Misuse() } }
        #expect(
            failed.map(\.text) == [
                "The closure that says what is expected after `Library.Action.nothing` threw: Misuse()"
            ]
        )
    }

    @Test("An action that a reducer sends has to be received before another is sent")
    func followUps() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.incrementTwice) { $0.count = 1 }
        await store.receive(.increment) { $0.count = 2 }
        await store.send(.incrementTwice) { $0.count = 3 }
        let failed = await failures { await store.send(.nothing) }
        #expect(
            failed.map(\.text) == [
                """
                1 action was received, but not accounted for before `Library.Action.nothing` was sent:
                  - Library.Action.increment

                Receive them first, or skip them: `skipReceivedActions`.
                """
            ]
        )
        #expect(store.state.count == 4)
    }

    @Test("An assertion without an action compares the values that it sets, and fails with the difference")
    func assertion() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.increment) { $0.count = 1 }
        let failed = await failures { store.assert { $0.count = 5 } }
        #expect(failed.count == 1)
        #expect(failed[0].text.hasPrefix("The state is not as expected.\n\n      Library.State("))
        #expect(failed[0].text.contains("−   count: 5,") && failed[0].text.contains("+   count: 1,"))
    }

    @Test("A complaint of the library fails the test, at the call that caused it")
    func diagnostics() async {
        let store = TestStore(initialState: Dashboard.State(), comparing: \.sheet) { Dashboard() }
        let line = #line + 1
        let failed = await failures { await store.send(.sheet(.increment)) }
        #expect(failed.count == 1 && failed[0].text.contains("TRIBUTARY-001"))
        #expect(failed.map(\.line) == [line])
    }

    @Test("A diagnostic about an effect fails the test, at the call that resumed it")
    func diagnosticsOfEffects() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let line = #line + 1
        let failed = await failures { await store.send(.misuse) }
        #expect(failed.count == 1 && failed[0].text.contains("TRIBUTARY-005"))
        #expect(failed.map(\.line) == [line])
    }
}
