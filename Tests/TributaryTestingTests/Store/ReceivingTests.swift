// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A test store receives the actions of effects", .timeLimit(.minutes(30)))
struct ReceivingTests {
    @Test("By case, by case with payload, by value and by predicate")
    func ways() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded, ["Flood"]) { $0.isLoading = false }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(.loaded(["Flood"])) { $0.isLoading = false }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(where: { $0.is(\.loaded) }) { $0.isLoading = false }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) { $0.isLoading = false }
        await store.finish()
    }

    @Test("An action arrives when the test receives it, so that the test may act before")
    func actingBefore() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        await store.send(.cancel) { $0.isLoading = false }
        await store.finish()
    }

    @Test("Another action than expected fails with both, and the difference of the payloads")
    func other() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        let failed = await failures { await store.receive(\.loaded, ["Ebb"]) }
        #expect(
            failed.map(\.text) == [
                """
                Another action was received than expected.

                Expected:
                    Library.Action.loaded(
                      [
                        [0]: "Ebb"
                      ]
                    )
                Received:
                    Library.Action.loaded(
                      [
                        [0]: "Flood"
                      ]
                    )

                      [
                    −   [0]: "Ebb"
                    +   [0]: "Flood"
                      ]

                (Expected: −, Actual: +)
                """
            ]
        )
        await store.send(.load) { $0.isLoading = true }
        let line = #line + 1
        let otherCase = await failures { await store.receive(\.tick) }
        #expect(otherCase.map(\.line) == [line])
        #expect(
            otherCase.map(\.text) == [
                """
                Another action was received than expected.

                Expected:
                    \\.tick
                Received:
                    Library.Action.loaded(
                      [
                        [0]: "Flood"
                      ]
                    )
                """
            ]
        )
    }

    @Test("An action that never arrives fails at once, when no effect runs")
    func none() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        let failed = await failures { await store.receive(\.tick) }
        #expect(
            failed.map(\.text) == [
                "Expected to receive `\\.tick`, but none arrived. No effect runs that could send it."
            ]
        )
    }

    @Test("A missing action fails at once, and names the waiting effects and their suspensions")
    func waiting() async {
        let clock = TestClock()
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = clock
            $0.titles = { await answers.first { _ in true } ?? [] }
        }
        await store.send(.start)
        await store.send(.load) { $0.isLoading = true }
        let failed = await failures { await store.receive(\.tick) }
        #expect(failed.count == 1)
        #expect(
            failed[0].text.replacing(/:\d+\)/, with: ":N)") == """
                Expected to receive `\\.tick`, but none arrived.

                2 effects run:
                  - "timer" (TributaryTestingTests/Library.swift:N) waits for a TestClock to be advanced to 1.0 seconds
                  - "load" (TributaryTestingTests/Library.swift:N) waits for something outside of the test

                Make what they wait for happen, as by advancing a TestClock, cancel them, or say `.awaited` as \
                `outsideWork` when it is something outside of the test.
                """
        )
        answer.yield(["Ebb"])
        await store.receive(\.loaded) {
            $0.isLoading = false
            $0.titles = ["Ebb"]
        }
        await store.send(.stop)
    }

    @Test("A state after a received action that is not as expected fails with the difference")
    func difference() async {
        let store = TestStore(initialState: Library.State()) { Library() }
        await store.send(.load) { $0.isLoading = true }
        let failed = await failures { await store.receive(\.loaded) { $0.isLoading = false } }
        #expect(failed.count == 1)
        #expect(failed[0].text.hasPrefix("The state after `loaded([\"Flood\"])` is not as expected.\n\n"))
        #expect(failed[0].text.contains("+     [0]: \"Flood\"\n"))
    }
}
