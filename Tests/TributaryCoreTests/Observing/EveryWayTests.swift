// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Sentences of the documentation about all ways to observe, tried in each of them.
///
/// Costs are counted as readings of the observed value, not as time.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EveryWayTests {
    private let reads = Reads()
}

extension EveryWayTests {
    private func store(rows: Int = 3) -> StoreOf<Board> {
        Store(initialState: Board.State(rows: rows, reads: reads)) { Board() }
    }

    /// How often the value is read while something is done.
    private func reads(of body: () -> Void) -> Int {
        let before = reads.count
        body()
        return reads.count - before
    }

    @Test(arguments: WayToObserve.all)
    func `the value is evaluated once in a turn, and by services and feedbacks once for an action`(
        way: WayToObserve
    ) {
        let store = store()
        let observation = way.observe(store)
        func reads(of actions: [Board.Action]) -> Int {
            let reads = self.reads { store.send(contentsOf: actions) }
            observation.resume()
            return reads
        }
        // The turn after a row was first observed evaluates all of them.
        _ = reads(of: [.touch])
        let isOfActions = way.evaluation == .everyAction
        #expect(reads(of: [.touch, .touch, .touch]) == (isOfActions ? 3 : 1))
        #expect(
            reads(of: [.touchRow(1), .nothing]) == (isOfActions ? 2 : way.evaluation == .changedRows ? 0 : 1)
        )
        #expect(reads(of: []) == 0)
        withExtendedLifetime(observation) {}
    }

    @Test(arguments: WayToObserve.all)
    func `the current value arrives at once, and then each changed value, once`(way: WayToObserve) async {
        guard way.isSynchronous else { return }
        let store = store()
        let observation = way.observe(store)
        for actions: [Board.Action] in [
            [.touch], [.nothing], [.touch, .touch], [.touchRow(1)], [], [.touch],
        ] {
            store.send(contentsOf: actions)
            observation.resume()
        }
        store.close()
        // A service is notified of each action.
        let changes = way.evaluation == .everyAction ? [1, 2, 3, 4] : [1, 3, 4]
        #expect(await observation.allHeard == (way.hearsFirst ? [0] : []) + changes)
    }

    @Test(arguments: WayToObserve.all, [10, 100])
    func `a send evaluates each observer of the store and of its scopes, and of rows those that changed`(
        way: WayToObserve,
        count: Int
    ) {
        let store = store(rows: count)
        let observations = (0..<count).map { way.observe(store, row: $0) }
        store.send(.nothing)
        for observation in observations { observation.resume() }
        let isFlat = way.evaluation == .changedRows || way.isShared
        #expect(reads { store.send(.touchRow(count / 2)) } == (isFlat ? 1 : count))
        #expect(
            reads { store.send(.nothing) } == (way.evaluation == .changedRows ? 0 : way.isShared ? 1 : count)
        )
        withExtendedLifetime(observations) {}
    }

    @Test(arguments: WayToObserve.all)
    func `nothing is evaluated once the observation has ended`(way: WayToObserve) {
        let store = store()
        var observation: WayToObserve.Observation? = way.observe(store)
        store.send(.touch)
        #expect(observation != nil)
        // Tracked values are compared until they change, and are not read any more after their tracker is
        // gone.
        if way.testDescription.hasPrefix("tracked") { observation?.resume = {} }
        observation = nil
        store.send(.touch)
        #expect(reads { store.send(contentsOf: [.touch, .nothing]) } == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `the value is evaluated once in a turn of every kind of store`(kind: StoreKind) async {
        let store = await kind.diary()
        let reads = Reads()
        let tokens = [
            await store.observe({
                reads.add()
                return $0.left
            }) { _ in },
            await store.observeOpaque({
                reads.add()
                return $0.left
            }) { _ in },
        ]
        for actions: [Diary.Action] in [[.left(1), .left(2)], [.right(1)], []] {
            let before = reads.count
            await store.send(contentsOf: actions)
            #expect(reads.count - before == (actions.isEmpty ? 0 : 2))
        }
        withExtendedLifetime(tokens) {}
    }
}
