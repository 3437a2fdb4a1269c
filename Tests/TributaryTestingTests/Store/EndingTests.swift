// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("At the end of a test nothing is left", .timeLimit(.minutes(30)))
struct EndingTests {
    @Test("Effects that still run when the store is released fail at the line that made the store")
    func effectsAtRelease() async {
        var line = 0
        let failed = await failures {
            line = #line + 1
            let store = TestStore(initialState: Library.State()) {
                Library()
            } dependencies: {
                $0.clock = TestClock()
            }
            await store.send(.start)
        }
        #expect(
            failed.map { $0.text.replacing(/:\d+\)/, with: ":N)") } == [
                """
                Effects have not ended by the end of the test.

                1 effect runs:
                  - "timer" (TributaryTestingTests/Library.swift:N) waits for a TestClock to be advanced to 1.0 seconds

                Receive what they send, make what they wait for happen, cancel them, or say `skipInFlightEffects`; \
                say `close()` where the parent of a child that is tested alone would end them; \
                say `.awaited` as `outsideWork` when they wait for something outside of the test.
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("Unreceived actions fail at the line that made the store")
    func actionsAtRelease() async {
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            await store.send(.incrementTwice) { $0.count = 1 }
        }
        #expect(
            failed.map(\.text) == [
                """
                1 action was received, but not accounted for by the end of the test:
                  - Library.Action.increment

                Receive them, or skip them: `skipReceivedActions`.
                """
            ]
        )
    }

    @Test("To finish lets effects end, and fails at the call for each unreceived action, once")
    func finishing() async {
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            await store.send(.load) { $0.isLoading = true }
            await store.finish()
        }
        #expect(failed.count == 1)
        #expect(failed[0].text.contains(".loaded("))
    }

    @Test("The work of one action can be waited for and cancelled")
    func tasks() async {
        let clock = TestClock()
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = clock
        }
        let timer = await store.send(.start)
        #expect(!timer.isFinished)
        let failed = await failures { await timer.finish() }
        #expect(
            failed.count == 1 && failed[0].text.hasPrefix("The work of the action has not ended.\n\n1 effect")
        )
        await timer.cancel()
        #expect(timer.isFinished && clock.sleeperCount == 0)
        await timer.finish()
    }

    @Test("Received actions can be skipped; without any, that is a failure")
    func skippingActions() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        await store.skipReceivedActions()
        #expect(store.state.titles == ["Flood"])
        let failed = await failures { await store.skipReceivedActions() }
        #expect(failed.map(\.text) == ["There were no received actions to skip."])
        await store.skipReceivedActions(strict: false)
    }

    @Test("Effects in flight can be skipped; without any, that is a failure")
    func skippingEffects() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = TestClock()
        }
        await store.send(.start)
        await store.skipInFlightEffects()
        let failed = await failures { await store.skipInFlightEffects() }
        #expect(failed.map(\.text) == ["There were no effects in flight to skip."])
        await store.finish()
    }

    @Test("A feature can be closed, as by its parent: its effects end, and later sends fail")
    func closing() async {
        let clock = TestClock()
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) {
                Library()
            } dependencies: {
                $0.clock = clock
            }
            await store.send(.start)
            await store.send(.later)
            await store.close()
            await clock.advance(by: .seconds(10))
            await store.finish()
        }
        #expect(failed.map(\.text) == [] && clock.sleeperCount == 0)
        var line = 0
        let late = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            await store.close()
            line = #line + 1
            await store.send(.nothing)
        }
        #expect(late.first?.text.contains("TRIBUTARY-003") == true && late.first?.line == line)
        #expect(late.first?.text.contains("EndingTests.swift") == true)
    }

    @Test("Actions that arrived before a feature was closed have to be received")
    func closingAfterArrival() async {
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            await store.send(.incrementTwice) { $0.count = 1 }
            await store.close()
            await store.receive(.increment) { $0.count = 2 }
        }
        #expect(failed.map(\.text) == [])
    }

    @Test("An unexpected action that an effect has to send is reported")
    func unreceived() async {
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            await store.send(.load) { $0.isLoading = true }
        }
        #expect(failed.count == 1)
        #expect(failed.first?.text.contains(") has an action to send, which was not received\n") == true)
    }
}
