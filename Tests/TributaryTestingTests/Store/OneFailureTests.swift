// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("One cause is one failure", .timeLimit(.minutes(30)))
struct OneFailureTests {
    @Test(
        "A feature that waits, and is given no clock, fails once: with the clock, the effect and the lines of both"
    )
    func missingClock() async {
        var line = 0
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) { Library() }
            line = #line + 1
            await store.send(.start)
            await store.finish()
        }
        #expect(
            failed.map { $0.text.replacing(/swift:\d+/, with: "swift:N") } == [
                """
                TributaryTestingTests/Library.swift:N: TRIBUTARY-019: Dependencies.clock was used, but is not \
                implemented here.
                  Effect: "timer" (TributaryTestingTests/Library.swift:N)
                  Remedy: Give the store one: `dependencies: { $0.clock = TestClock() }`, or an `ImmediateClock` \
                where time does not matter.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-019.md
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("A client that is not implemented fails once, whether the feature handles errors or not")
    func missingClient() async {
        struct Feed: Reducer {
            enum Action: Equatable { case load, loadCarefully, failed }
            let load: @Sendable () async throws -> Int

            func reduce(into state: inout Int, action: Action) -> Effect<Action> {
                switch action {
                case .load: .run(name: "load") { _ in _ = try await load() }
                case .loadCarefully:
                    .run(name: "load carefully") { _ in
                        _ = try await load()
                    } catch: { _, send in
                        await send(.failed)
                    }
                case .failed: .none
                }
            }
        }
        let failed = await failures {
            let store = TestStore(initialState: 0) { Feed(load: unimplemented("Feed.load")) }
            await store.send(.load)
            await store.send(.loadCarefully)
            await store.finish()
        }
        #expect(
            failed.map { $0.text.replacing(/swift:\d+/, with: "swift:N") }
                == ["load", "load carefully"].map {
                    """
                    TributaryTestingTests/OneFailureTests.swift:N: TRIBUTARY-019: Feed.load was used, but is not \
                    implemented here.
                      Effect: "\($0)" (TributaryTestingTests/OneFailureTests.swift:N)
                      Remedy: Set it with the other dependencies of the store or the test.
                      Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-019.md
                    """
                }
        )
    }

    /// Sends three letters, one after the other.
    struct Letters: Reducer {
        @CasePathable
        enum Action: Equatable { case start, a, b, c }

        func reduce(into state: inout String, action: Action) -> Effect<Action> {
            guard action == .start else {
                state += "\(action)"
                return .none
            }
            return .run(name: "letters") { send in
                await send(.a)
                await send(.b)
                await send(.c)
            }
        }
    }

    @Test(
        "A forgotten action is reported where the next is expected, and the rest is checked as before"
    )
    func forgotten() async {
        var line = 0
        let failed = await failures {
            let store = TestStore(initialState: "") { Letters() }
            await store.send(.start)
            line = #line + 1
            await store.receive(\.b) { $0 = "ab" }
            await store.receive(\.c) { $0 = "abc" }
            await store.finish()
        }
        #expect(
            failed.map(\.text) == [
                """
                1 action was received, but not accounted for before `\\.b` was received:
                  - OneFailureTests.Letters.Action.a

                Receive them first, or skip them: `skipReceivedActions`.
                """
            ]
        )
        #expect(failed.map(\.line) == [line])
    }

    @Test("Two actions in another order than expected fail once, and each is checked against its own state")
    func swapped() async {
        let failed = await failures {
            let store = TestStore(initialState: "") { Letters() }
            await store.send(.start)
            await store.receive(.b) { $0 = "ab" }
            await store.receive(.a) { $0 = "a" }
            await store.receive(.c) { $0 = "abc" }
        }
        #expect(failed.count == 1)
        #expect(failed.first?.text.hasPrefix("1 action was received, but not accounted for before") == true)
    }

    @Test(
        "A missing action fails once, though others arrived, which are received when they are expected"
    )
    func superfluous() async {
        let failed = await failures {
            let store = TestStore(initialState: "") { Letters() }
            await store.send(.start)
            await store.receive(\.start)
            await store.receive(\.a) { $0 = "a" }
            await store.receive(\.b) { $0 = "ab" }
            await store.receive(\.c) { $0 = "abc" }
        }
        #expect(
            failed.map(\.text) == [
                """
                Expected to receive `\\.start`, but only others arrived: OneFailureTests.Letters.Action.a, \
                OneFailureTests.Letters.Action.b, OneFailureTests.Letters.Action.c. No effect runs that could send it.
                """
            ]
        )
    }

    @Test(
        "An unexpected state after a forgotten action is a second cause, and a second failure"
    )
    func twoCauses() async {
        let failed = await failures {
            let store = TestStore(initialState: "") { Letters() }
            await store.send(.start)
            await store.receive(\.b) { $0 = "aB" }
            await store.receive(\.c) { $0 = "abc" }
        }
        #expect(failed.count == 2)
        #expect(
            failed.last?.text.hasPrefix("The state after `OneFailureTests.Letters.Action.b` is not as")
                == true
        )
    }

    @Test("An effect that was reported as waiting is not reported again at the end of the test")
    func waiting() async {
        let failed = await failures {
            let store = TestStore(initialState: Library.State()) {
                Library()
            } dependencies: {
                $0.clock = TestClock()
            }
            await store.send(.start)
            await store.receive(\.tick) { $0.seconds = 1 }
        }
        #expect(failed.count == 1)
        #expect(failed.first?.text.hasPrefix("Expected to receive `\\.tick`, but none arrived.") == true)
    }
}
