// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Orders that lead to one situation go on once", .timeLimit(.minutes(30)))
struct MergingTests {
    private func explore(
        _ count: Int,
        limit: Int,
        _ look: @escaping (Many.State) -> Void = { _ in }
    ) async -> Exploration {
        await TributaryTesting.explore(limit: limit) {
            let store = TestStore(initialState: Many.State()) { Many(count: count) }
            await store.send(.go)
            await store.finish()
            look(store.state)
        }
    }

    @Test("Eight effects have 40,320 orders, and 247 situations with a choice")
    func eight() async {
        var isWhole = true
        let exploration = await explore(8, limit: 4_000) { state in
            isWhole = isWhole && state.arrived.count == 8
        }
        #expect(exploration.isComplete && isWhole)
        #expect(exploration.situationCount == 247)
        // One for each choice but the first of each situation.
        #expect(exploration.count == 770)
    }

    @Test("A failure in one of the orders is found as without merging")
    func failing() async {
        var found: Exploration?
        let failed = await failures {
            found = await TributaryTesting.explore {
                let store = TestStore(initialState: Ordered.State()) { Ordered(count: 4) }
                await store.send(.go)
                await store.finish()
                #expect(store.state.last != 2)
            }
        }
        #expect(failed.count == 1 && found?.failingOrder != nil)
    }

    @Test("A scenario that receives actions distinguishes situations by the actions that have arrived")
    func receiving() async {
        let exploration = await TributaryTesting.explore(limit: 10_000) {
            let store = TestStore(initialState: Many.State()) { Many(count: 4) }
            await store.send(.go)
            await store.receive(.arrived(2))
            await store.finish()
        }
        #expect(exploration.isComplete)
    }

    @Test("A dependency that remembers is found by twin walks, and nothing is merged")
    func remembering() async {
        var found: Exploration?
        let warned = await failures {
            found = await TributaryTesting.explore(limit: 10_000) {
                let client = Tickets()
                let store = TestStore(initialState: Remembering.State()) { Remembering(client: client) }
                await store.send(.go)
                await store.finish()
            }
        }
        #expect(warned.count == 1 && warned.allSatisfy(\.isWarning))
        #expect(warned.first?.text.hasPrefix("Two orders of the scenario lead to the same situation") == true)
        #expect(found?.isComplete == true && found?.situationCount == nil)
    }

    @Test("States that are not Hashable are not merged")
    func notHashable() async {
        struct State: Equatable { var count = 0 }
        let exploration = await TributaryTesting.explore {
            let store = TestStore(initialState: State()) {
                Reduce<State, Int> { state, number in
                    state.count += number
                    return number > 0 ? .none : .merge((1...3).map { number in .run { await $0(number) } })
                }
            }
            await store.send(0)
            await store.finish()
        }
        #expect(exploration.isComplete && exploration.situationCount == nil && exploration.count == 6)
    }
}

/// Effects of which the state keeps only the last that arrived.
private struct Ordered: Reducer {
    struct State: Hashable {
        var last = 0
        var count = 0
    }

    enum Action: Hashable { case go, arrived(Int) }

    let count: Int

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .go: return .merge((1...count).map { number in .run { send in await send(.arrived(number)) } })
        case .arrived(let number):
            state.last = number
            state.count += 1
            return .none
        }
    }
}

/// A client that numbers its callers.
private actor Tickets {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}

/// Effects of two steps: each remembers the number of earlier requests, and sends it with the second step.
private struct Remembering: Reducer {
    struct State: Hashable {
        var steps = 0
        var tickets: [Int: Int] = [:]
    }

    enum Action: Hashable { case go, stepped, got(Int, ticket: Int) }

    let client: Tickets

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .go:
            return .merge(
                (1...2).map { number in
                    .run { [client] send in
                        let ticket = await client.next()
                        await send(.stepped)
                        await send(.got(number, ticket: ticket))
                    }
                }
            )
        case .stepped: state.steps += 1
        case .got(let number, let ticket): state.tickets[number] = ticket
        }
        return .none
    }
}
