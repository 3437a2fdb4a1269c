// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("The expectations of a scenario decide whether its order fails", .timeLimit(.minutes(30)))
struct ExploreExpectationTests {
    /// Collects failures like `explore`: matches of `withKnownIssue` would not count for it.
    private nonisolated(nonsending) func collected(
        _ body: nonisolated(nonsending) @escaping () async -> Void
    ) async -> [String] {
        let collector = ExpectationCollector()
        await collector.collect(body)
        return collector.failures
    }

    @Test("An expectation that fails under one order is reported once, with the shortest order")
    func expectation() async {
        var found: Exploration?
        let line = #line + 2
        let failed = await collected {
            found = await explore {
                let store = TestStore(initialState: Race.State()) { Race() }
                await store.send(.start(4))
                await store.finish()
                #expect(store.state.order != [4, 3, 2, 1])
            }
        }
        #expect(failed.count == 1)
        let place = "TributaryTestingTests/ExploreExpectationTests.swift:\(line): "
        #expect(failed.first?.hasPrefix(place + "Issue recorded: The scenario fails under an order") == true)
        #expect(found?.failingOrder == [3, 2, 1])
        #expect(failed.first?.contains("replay it with `explore(replaying: [3, 2, 1])`") == true)
        #expect(
            found?.failures.first?.hasPrefix(
                "TributaryTestingTests/ExploreExpectationTests.swift:\(line + 4): Expectation failed: "
            ) == true
        )
        #expect(found?.failures.first?.contains("[4, 3, 2, 1]") == true)
    }

    @Test("A requirement that is not met fails its order, once")
    func requirement() async {
        var found: Exploration?
        let failed = await collected {
            found = await explore {
                let store = TestStore(initialState: Race.State()) { Race() }
                await store.send(.start(2))
                await store.finish()
                try #require(store.state.order == [1, 2])
            }
        }
        #expect(failed.count == 1)
        #expect(found?.failingOrder == [1])
        #expect(found?.failures.count == 1)
    }

    @Test("An issue that is recorded fails its order; a warning does not")
    func records() async {
        let exploration = await explore {
            Issue.record("look", severity: .warning)
        }
        #expect(exploration.failures.isEmpty)
        let failed = await collected { await explore { Issue.record("wrong") } }
        #expect(failed.count == 1)
        #expect(failed.first?.contains("wrong") == true)
    }

    @Test("An issue of an effect counts, too")
    func effects() async {
        let failed = await collected {
            await explore {
                let store = TestStore(initialState: 0) {
                    Reduce<Int, Bool> { state, isStart in
                        guard isStart else { return .none }
                        return .run { _ in #expect(Bool(false), "an effect expects") }
                    }
                }
                await store.send(true)
                await store.finish()
            }
        }
        #expect(failed.count == 1)
        #expect(failed.first?.contains("an effect expects") == true)
    }

    @Test("A known issue of the scenario is not a failure")
    func knownIssues() async {
        let exploration = await explore {
            withKnownIssue { Issue.record("known") }
        }
        #expect(exploration.failures.isEmpty)
    }

    @MainActor
    @Test("A scenario of the main actor stays there")
    func isolation() async {
        let exploration = await explore {
            MainActor.assertIsolated()
            let store = TestStore(initialState: Race.State()) { Race() }
            await store.send(.start(2))
            MainActor.assertIsolated()
            await store.finish()
        }
        #expect(exploration.count == 2)
    }

    @Test("Expectations outside of the scenario are not touched")
    func outside() async {
        let failed = await collected {
            await explore { #expect(Bool(true)) }
            #expect(Bool(false), "outside")
        }
        #expect(failed.count == 1)
        #expect(failed.first?.hasSuffix(": outside") == true)
    }
}
