// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("The order in which ready effects go on", .timeLimit(.minutes(30)))
struct EffectOrderTests {
    private func order(_ order: EffectOrder, count: Int = 4) async -> [Int] {
        let store = TestStore(initialState: Race.State(), order: order) { Race() }
        store.exhaustivity = .off
        await store.send(.start(count))
        await store.finish()
        return store.state.order
    }

    @Test("The first ready effect continues first, unless the test chooses another")
    func fixed() async {
        #expect(await order(.firstReady) == [1, 2, 3, 4])
        #expect(await order(.newestFirst) == [4, 3, 2, 1])
    }

    @Test("An order from a seed is the same each time, and another with another seed")
    func seeded() async {
        let first = await order(.random(seed: 1), count: 8)
        #expect(await order(.random(seed: 1), count: 8) == first)
        #expect(await order(.random(seed: 2), count: 8) != first)
    }

    @Test("A test that chooses sees the effects to choose from")
    func chosen() async {
        let order = await order(
            .choosing { ready in
                ready.firstIndex { $0.name == "runner 3" } ?? 0
            }
        )
        #expect(order == [3, 1, 2, 4])
    }

    @Test("A choice that is none counts as the first")
    func outOfRange() async {
        #expect(await order(.choosing { _ in 99 }) == [1, 2, 3, 4])
    }

    @Test("Several actions of one effect may be overtaken by others")
    func overtaking() async {
        struct Pair: Reducer {
            enum Action { case start, said(String) }
            var body: some Reducer<[String], Action> {
                Reduce { state, action in
                    switch action {
                    case .start:
                        return .merge(
                            .run { send in
                                await send(.said("a1"))
                                await send(.said("a2"))
                            },
                            .run { send in await send(.said("b")) }
                        )
                    case .said(let text):
                        state.append(text)
                        return .none
                    }
                }
            }
        }
        var orders: Set<[String]> = []
        let exploration = await explore {
            let store = TestStore(initialState: [String]()) { Pair() }
            await store.send(.start)
            await store.finish()
            orders.insert(store.state)
        }
        #expect(orders == [["a1", "a2", "b"], ["a1", "b", "a2"], ["b", "a1", "a2"]])
        #expect(exploration.isComplete && exploration.count == 3)
    }
}
