// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("A module is tested from outside", .timeLimit(.minutes(30)))
struct TestModuleTests {
    @Test("Inputs are sent, outputs received, and the shown state is checked with them")
    func boundary() async {
        let kiosk = TestModule { Kiosk.module() }
        await kiosk.send(.reader("Ada")) { $0.reader = "Ada" }
        await kiosk.receive(.greeted("Ada"))
        await kiosk.send(.ask)
        await kiosk.receive(\.delivered, ["Flood"]) { $0.progress = 1 }
        #expect(kiosk.state == Kiosk.State.Shown(reader: "Ada", progress: 1))
        kiosk.assert { $0.progress = 1 }
        await kiosk.send(.reader("Ada"))
        await kiosk.receive(\.greeted)
        await kiosk.finish()
    }

    @Test("A module of a scope is tested in the same way, whatever store is behind it")
    func scope() async {
        let kiosk = TestModule {
            let store = Store(initialState: Kiosk.State()) { Kiosk() }
            return Module(store.scope(state: \.self), input: \.input, output: \.output, state: \.shown)
        }
        await kiosk.send(.ask)
        await kiosk.receive(where: { $0 == .delivered(["Flood"]) }) { $0.progress = 1 }
    }

    @Test("The same output twice is two outputs; the one that is left fails at the end")
    func unreceived() async {
        let line = #line + 2
        let failed = await failures {
            let kiosk = TestModule { Kiosk.module() }
            await kiosk.send(.reader("Ada")) { $0.reader = "Ada" }
            await kiosk.receive(.greeted("Ada"))
            await kiosk.send(.reader("Ada"))
        }
        #expect(
            failed.map(\.text) == [
                """
                1 output was received, but not accounted for by the end of the test:
                  - Kiosk.Action.Output.greeted("Ada")

                Receive them, or skip them: `skipReceivedOutputs`.
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("An output that was not received fails before the next input")
    func unreceivedBeforeInput() async {
        let kiosk = TestModule { Kiosk.module() }
        await kiosk.send(.reader("Ada")) { $0.reader = "Ada" }
        let line = #line + 1
        let failed = await failures { await kiosk.send(.ask) }
        #expect(
            failed.map(\.text) == [
                """
                1 output was received, but not accounted for before `Kiosk.Action.Input.ask` was sent:
                  - Kiosk.Action.Output.greeted("Ada")

                Receive them first, or skip them: `skipReceivedOutputs`.
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
        await kiosk.skipReceivedOutputs()
    }

    @Test("Another output than expected fails with the difference")
    func unexpected() async {
        let kiosk = TestModule { Kiosk.module() }
        await kiosk.send(.reader("Ada")) { $0.reader = "Ada" }
        let failed = await failures { await kiosk.receive(.greeted("Bob")) }
        #expect(
            failed.map(\.text) == [
                """
                Another output was received than expected.

                Expected:
                    Kiosk.Action.Output.greeted("Bob")
                Received:
                    Kiosk.Action.Output.greeted("Ada")

                    − Kiosk.Action.Output.greeted("Bob")
                    + Kiosk.Action.Output.greeted("Ada")

                (Expected: −, Actual: +)
                """
            ]
        )
    }

    @Test("A missing output fails at once, with the running effects")
    func missing() async {
        let kiosk = TestModule { Kiosk.module() }
        let failed = await failures { await kiosk.receive(\.delivered) }
        #expect(
            failed.map(\.text) == [
                """
                Expected to receive `\\.delivered`, but none arrived. \
                No effect runs that could send it.
                """
            ]
        )
    }

    @Test("A shown state that differs from the expected one fails with the difference")
    func difference() async {
        let kiosk = TestModule { Kiosk.module() }
        let failed = await failures { await kiosk.send(.reader("Ada")) { $0.reader = "Bob" } }
        #expect(
            failed.map(\.text) == [
                """
                The state after `Kiosk.Action.Input.reader("Ada")` is not as expected.

                      Kiosk.State.Shown(
                    −   reader: "Bob",
                    +   reader: "Ada",
                        progress: 0
                      )

                (Expected: −, Actual: +)
                """
            ]
        )
        await kiosk.receive(\.greeted)
    }

    @Test("A change without an output is accounted for when effects settle")
    func settling() async {
        let kiosk = TestModule { Kiosk.module() }
        await kiosk.send(.rehearse)
        await kiosk.settle { $0.progress = 2 }
        await kiosk.finish()
    }

    @Test("A change without an output fails if the test does not account for it")
    func hiddenChange() async {
        let kiosk = TestModule { Kiosk.module() }
        await kiosk.send(.rehearse)
        let failed = await failures { await kiosk.finish() }
        #expect(
            failed.map(\.text) == [
                """
                What the module shows has changed, but was not accounted for by the end of the test.

                      Kiosk.State.Shown(
                        reader: "nobody",
                    −   progress: 0
                    +   progress: 2
                      )

                (Expected: −, Actual: +)

                Say what is expected in `settle`, or with the output that comes with it.
                """
            ]
        )
    }

    @Test("Without exhaustivity, only the asserted values are checked")
    func nonexhaustive() async {
        let kiosk = TestModule { Kiosk.module() }
        kiosk.exhaustivity = .off
        await kiosk.send(.reader("Ada"))
        await kiosk.send(.ask)
        await kiosk.receive(\.delivered) { $0.progress = 1 }
        await kiosk.send(.rehearse)
        await kiosk.finish()
    }

    @Test("Time is the test's, and effects that do not end fail")
    func time() async {
        let clock = TestClock()
        let kiosk = TestModule {
            withDependencies {
                $0.clock = clock
            } operation: {
                Kiosk.module()
            }
        }
        let task = await kiosk.send(.watch)
        let failed = await failures { await kiosk.finish() }
        #expect(failed.count == 1)
        #expect(
            failed.first?.text.hasPrefix("Effects have not ended by the end of the test.\n\n1 effect") == true
        )
        #expect(!task.isFinished)
        await clock.advance(by: .seconds(1))
        await kiosk.receive(.delivered([]))
        #expect(task.isFinished)
        await kiosk.send(.watch)
        await kiosk.skipInFlightEffects()
        await kiosk.finish()
    }

    @Test("A module that shows nothing is tested by its outputs alone")
    func nothingShown() async {
        let kiosk = TestModule {
            Module(Kiosk(), initialState: Kiosk.State(), input: \.input, output: \.output)
        }
        await kiosk.send(.rehearse)
        await kiosk.send(.reader("Ada"))
        await kiosk.receive(.greeted("Ada"))
        await kiosk.finish()
    }

    @Test("The orders of a module's effects are explored, too")
    func exploring() async {
        var orders: Set<[Int]> = []
        let exploration = await explore {
            let kiosk = TestModule { Kiosk.module() }
            await kiosk.send(.ask)
            await kiosk.send(.rehearse)
            await kiosk.finish()
            orders.insert([kiosk.state.progress])
        }
        #expect(exploration.isComplete && exploration.count > 1)
        #expect(orders == [[1], [2], [3]])
    }
}
