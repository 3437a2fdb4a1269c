// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 11, from other threads: tokens are cancelled, and stores and scopes released, while the store is at work.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ThreadLawTests {}

extension ThreadLawTests {
    @Test func `law 11: the observer of a token cancelled on another thread is not notified any more`() async
    {
        let store = Store(initialState: Counter.State()) { Counter() }
        for _ in 0..<300 {
            var heard = 0
            let token = store.observe(\.count) { _ in heard += 1 }
            let cancelling = Task.detached { token.cancel() }
            for _ in 0..<5 { store.send(.increment) }
            await cancelling.value
            #expect(1...6 ~= heard)
            let before = heard
            store.send(.increment)
            #expect(heard == before)
        }
    }

    @Test func `law 11: one token may be cancelled by many at once`() async {
        let objects = LiveObjects()
        let store = Store(initialState: Counter.State()) { Counter() }
        for _ in 0..<100 {
            let object = objects.make()
            let token = store.observe(\.count) { _ in withExtendedLifetime(object) {} }
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { token.cancel() } }
                store.send(.increment)
            }
        }
        #expect(objects.count == 0)
    }

    @Test func `law 11: scopes and rows are released on other threads while the store works`() async {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(contentsOf: (0..<8).map { .appendRow(id: $0) })
        await withTaskGroup { group in
            for round in 0..<300 {
                let scope = store.scope(state: \.counter, action: \.counter)
                let row = store.scope(state: \.rows, action: \.rows)[round % 8]
                let tokens = [scope.observe(\.count) { _ in }, row.observe(\.counter.count) { _ in }]
                group.addTask { withExtendedLifetime((scope, row, tokens)) {} }
                store.send(.counter(.increment))
                store.send(.rows(.element(id: round % 8, action: .increment)))
            }
        }
        #expect(store.counter.count == 300)
        #expect(store.rows.map(\.counter.count).reduce(0, +) == 300)
    }

    @Test func `law 11: sequences are left on other threads while the store works`() async {
        let store = Store(initialState: Counter.State()) { Counter() }
        await withTaskGroup { group in
            for _ in 0..<200 {
                let values = store.values(\.count)
                let actions = store.actions
                group.addTask {
                    var iterator = values.makeAsyncIterator()
                    #expect(await iterator.next() != nil)
                    withExtendedLifetime(actions) {}
                }
                store.send(.increment)
            }
        }
        #expect(store.count == 200)
    }

    @Test func `effects are cancelled from other threads, and those that returned are counted once`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        for _ in 0..<300 {
            let before = await store.count
            let task = await store.send(.incrementLater)
            let cancelling = Task.detached { task.cancel() }
            await task.finish()
            await cancelling.value
            let after = await store.count
            #expect(before...(before + 1) ~= after)
        }
    }

    @Test func `law 11: a store on an actor is released on any thread while it is observed and sent to`()
        async
    {
        let objects = LiveObjects()
        await withTaskGroup { group in
            for _ in 0..<200 {
                let object = objects.make()
                let store = StoreActor(initialState: Counter.State()) { Counter() }
                group.addTask {
                    let token = await store.observe(\.count) { _ in withExtendedLifetime(object) {} }
                    await store.send(.incrementLater)
                    withExtendedLifetime(token) {}
                }
                group.addTask {
                    var values = await store.values(\.count).makeAsyncIterator()
                    _ = await values.next()
                }
                group.addTask { await store.send(.increment) }
            }
        }
        await objects.allReleased()
    }
}
