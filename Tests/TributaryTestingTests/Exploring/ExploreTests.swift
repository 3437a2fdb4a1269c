// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A scenario is run under every order of its effects", .timeLimit(.minutes(30)))
struct ExploreTests {
    @Test("A stale answer that overwrites a newer one is found, with the shortest order that shows it")
    func race() async {
        var found: Exploration?
        let line = #line + 2
        let failed = await failures {
            found = await explore {
                let store = TestStore(initialState: Search.State()) { Search(cancelsInFlight: false) }
                await store.send(.queryChanged("a"))
                await store.send(.queryChanged("ab"))
                await store.finish()
                store.assert { $0.results = ["result of ab"] }
            }
        }
        #expect(failed.map(\.line) == [line])
        #expect(found?.failingOrder == [1, 1])
        #expect(
            failed.map { $0.text.replacing(/:\d+/, with: ":N") } == [
                """
                The scenario fails under an order of its effects, the 3rd that was tried.

                The shortest order that fails; replay it with `explore(replaying: [1, 1])`:
                  1. the scenario sends its next action, before "search a" (TributaryTestingTests/Race.swift:N)
                  2. "search ab" (TributaryTestingTests/Race.swift:N) goes on, before "search a" \
                (TributaryTestingTests/Race.swift:N)

                What fails:
                  TributaryTestingTests/ExploreTests.swift:N: The state is not as expected.

                        Search.State(
                          query: "ab",
                          results: [
                      −     [0]: "result of ab"
                      +     [0]: "result of a"
                          ]
                        )

                  (Expected: −, Actual: +)
                """
            ]
        )
    }

    @Test("The reducer that cancels the older question passes under all orders")
    func fixedRace() async {
        let exploration = await explore {
            let store = TestStore(initialState: Search.State()) { Search(cancelsInFlight: true) }
            await store.send(.queryChanged("a"))
            await store.send(.queryChanged("ab"))
            await store.finish()
            store.assert { $0.results = ["result of ab"] }
        }
        #expect(exploration.isComplete)
        #expect(exploration.count == 3)
    }

    @Test("A failing order can be replayed")
    func replaying() async {
        func scenario() async {
            let store = TestStore(initialState: Search.State()) { Search(cancelsInFlight: false) }
            await store.send(.queryChanged("a"))
            await store.send(.queryChanged("ab"))
            await store.finish()
            store.assert { $0.results = ["result of ab"] }
        }
        let failed = await failures { await explore(replaying: [1, 1]) { await scenario() } }
        #expect(failed.count == 1 && failed[0].text.contains("replaying: [1, 1]"))
        await explore(replaying: [1, 0]) { await scenario() }
        await explore(replaying: []) { await scenario() }
    }

    @Test("All 720 orders of six effects are tried, each once")
    func sixEffects() async {
        var orders: [[Int]] = []
        let exploration = await explore {
            let store = TestStore(initialState: Race.State()) { Race() }
            await store.send(.start(6))
            await store.finish()
            orders.append(store.state.order)
        }
        #expect(exploration.isComplete && exploration.count == 720)
        #expect(Set(orders).count == 720 && orders.count == 720)
    }

    @Test("When there are too many orders, some are sampled, from a seed that the failure prints")
    func sampling() async {
        func scenario() async throws {
            let store = TestStore(initialState: Race.State()) { Race() }
            await store.send(.start(8))
            await store.finish()
            if store.state.order[0] == 8 { throw Library.Misuse() }
        }
        var found: Exploration?
        let failed = await failures { found = await explore(limit: 200, seed: 7) { try await scenario() } }
        #expect(failed.count == 1)
        #expect(failed[0].text.contains("sampled with the seed 7."))
        #expect(failed[0].text.contains("The scenario threw: Misuse()"))
        // Seven others are ready before the eighth: one choice determines the order, whatever else was drawn.
        #expect(found?.failingOrder == [7])
        #expect(found?.isComplete == false && found?.seed == 7)
    }

    @Test("A pass that did not try all orders is a warning, and tries the same ones each time")
    func incomplete() async {
        var orders: [[Int]] = []
        var explorations: [Exploration] = []
        let warned = await failures {
            for _ in 0..<2 {
                let exploration = await explore(limit: 60) {
                    let store = TestStore(initialState: Race.State()) { Race() }
                    await store.send(.start(8))
                    await store.finish()
                    orders.append(store.state.order)
                }
                explorations.append(exploration)
            }
        }
        #expect(warned.count == 2 && warned.allSatisfy(\.isWarning))
        #expect(
            warned.first?.text == """
                The scenario passed under 60 orders of its effects, the second half of them sampled with the seed 0, and there are \
                more. Make the scenario smaller, such as one feature at a time, or raise the limit: `explore(limit: 600)`.
                """
        )
        #expect(explorations.map(\.isComplete) == [false, false])
        #expect(orders.count == 120 && orders.prefix(60) == orders.suffix(60))
        #expect(Set(orders).count > 31)
    }

    @Test("A known race is found, and reported as known")
    func known() async {
        var found: Exploration?
        let known = await failures {
            await withKnownIssue {
                found = await explore {
                    let store = TestStore(initialState: Search.State()) { Search(cancelsInFlight: false) }
                    await store.send(.queryChanged("a"))
                    await store.send(.queryChanged("ab"))
                    await store.finish()
                    store.assert { $0.results = ["result of ab"] }
                }
            }
        }
        #expect(known.count == 1 && known[0].text.contains("replaying: [1, 1]"))
        #expect(found?.failingOrder == [1, 1])
    }

    @Test("A scenario that is another each time is reported as such")
    func straying() async {
        var run = 0
        let failed = await failures {
            await explore {
                run += 1
                let store = TestStore(initialState: Race.State()) { Race() }
                await store.send(.start(run == 1 ? 3 : 1))
                await store.finish()
            }
        }
        #expect(failed.count == 1)
        #expect(
            failed.first?.text.hasPrefix("The scenario does not offer the same choices each time") == true
        )
    }

    @Test("Those who sleep until the same moment go on in either order")
    func clock() async {
        var orders: Set<[Int]> = []
        let exploration = await explore {
            let clock = TestClock()
            let store = TestStore(initialState: [Int]()) {
                Reduce<[Int], Int> { state, number in
                    if number > 0 {
                        state.append(number)
                        return .none
                    }
                    return .merge(
                        (1...2).map { number in
                            .run { send in
                                try await clock.sleep(for: .seconds(1))
                                await send(number)
                            }
                        }
                    )
                }
            } dependencies: {
                $0.clock = clock
            }
            await store.send(0)
            await clock.advance(by: .seconds(1))
            await store.finish()
            orders.insert(store.state)
        }
        #expect(exploration.isComplete)
        #expect(orders == [[1, 2], [2, 1]])
    }
}
