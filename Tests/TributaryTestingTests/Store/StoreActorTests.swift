// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Tributary
import TributaryTesting

@Suite("A store on an actor of its own is tested as the app makes it", .timeLimit(.minutes(30)))
struct StoreActorTests {
    private func makeStore() -> TestStore<Library.State, Library.Action> {
        TestStore { StoreActor(initialState: Library.State()) { Library() } }
    }

    @Test("Actions are sent and received, and effects run at the test's request")
    func sendAndReceive() async {
        let store = makeStore()
        await store.send(.increment) { $0.count = 1 }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
        await store.send(.hop)
        await store.receive(.loaded(["3"])) { $0.titles = ["3"] }
        await store.finish()
    }

    @Test("Failures are those of any test store")
    func failing() async {
        let store = makeStore()
        let line = #line + 1
        let failed = await failures { await store.send(.increment) }
        #expect(failed.map(\.line) == [line])
        #expect(
            failed.first?.text.hasPrefix(
                "The state changed after `Library.Action.increment`, but no change was expected."
            ) == true
        )
    }

    @Test("The time of a clock that the store was made with is the test's")
    func time() async {
        let clock = TestClock()
        let store = TestStore {
            StoreActor(initialState: Library.State()) {
                Library()
            } dependencies: {
                $0.clock = clock
            }
        }
        await store.send(.start)
        await clock.advance(by: .seconds(2))
        await store.receive(.tick) { $0.seconds = 1 }
        await store.receive(.tick) { $0.seconds = 2 }
        await store.send(.stop)
        await store.finish()
    }

    @Test("Code that the actor calls is on the actor, and actions sent there are received")
    func actor() async {
        let store = makeStore()
        let seen = Mutex<[Int]>([])
        let token = store.withStoreActor { actor in
            actor.observe(\.count) { [weak actor] count in
                let total = actor?.assumeIsolated { $0.count } ?? -1
                seen.withLock { $0 += [count, total] }
            }
        }
        await store.send(.increment) { $0.count = 1 }
        #expect(seen.withLock { $0 } == [0, 0, 1, 1])
        store.withStoreActor { _ = $0.send(.increment) }
        await store.receive(.increment) { $0.count = 2 }
        withExtendedLifetime(token) {}
    }

    @Test("An actor that the store was to share the executor of lends it no more")
    func sharedExecutor() async {
        actor Other {}
        let other = Other()
        let store = TestStore {
            StoreActor(initialState: Library.State(), sharingExecutorOf: other) { Library() }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) {
            $0.isLoading = false
            $0.titles = ["Flood"]
        }
    }

    @Test("Orders of effects are explored")
    func exploring() async {
        let exploration = await explore {
            let store = TestStore { StoreActor(initialState: Race.State()) { Race() } }
            await store.send(.start(3))
            await store.finish()
        }
        #expect(exploration.isComplete && exploration.count == 6)
    }

    @Test("Only selected values are compared")
    func comparing() async {
        let store = TestStore(comparing: \.count) { StoreActor(initialState: Library.State()) { Library() } }
        await store.send(.load)
        await store.receive(\.loaded)
    }
}
