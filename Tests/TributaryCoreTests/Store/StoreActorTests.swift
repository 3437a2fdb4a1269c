// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// A store on an actor of its own.
@Suite(.timeLimit(.minutes(30)))
struct StoreActorTests {}

extension StoreActorTests {
    @Test func `sends from many tasks are all reduced, one after the other`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { await store.send(.increment) } }
            }
        }
        #expect(await store.state.count == 8_000)
    }

    @Test func `effects run, and send to the actor`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        await store.send(.incrementLater).finish()
        #expect(await store.state.count == 1)
    }

    @Test func `a group is one turn, and observers are notified once, on the actor`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        let heard = Mutex<[Int]>([])
        let token = await store.observe(\.count) { count in
            store.assertIsolated()
            heard.withLock { $0.append(count) }
        }
        await store.send(contentsOf: [.increment, .add(5)])
        #expect(heard.withLock { $0 } == [0, 6])
        token.cancel()
    }

    @Test func `values and actions are sequences, which end with the store`() async {
        var store: StoreActor<Counter.State, Counter.Action>? = StoreActor(initialState: Counter.State()) {
            Counter()
        }
        guard let values = await store?.values(\.count), let actions = await store?.actions else { return }
        await store?.send(.increment)
        await store?.send(.incrementLater).finish()
        store = nil
        var heard: [Int] = []
        for await value in values { heard.append(value) }
        #expect(heard == [0, 1, 2])
        var origins: [ActionOrigin] = []
        for await record in actions { origins.append(record.origin) }
        #expect(origins == [.store, .store, .effect])
    }

    @Test func `a property of the state is read by name`() async {
        let store = StoreActor(initialState: Counter.State(count: 3)) { Counter() }
        #expect(await store.count == 3)
    }

    @Test func `the whole state is observed, by comparing if that is possible`() async {
        struct Opaque: Sendable { var number = 0 }
        let comparing = StoreActor(initialState: Counter.State()) { Counter() }
        let opaque = StoreActor(initialState: Opaque()) { Update { (_: inout Opaque, _: Int) in } }
        let heard = Heard<String>()
        let tokens = [
            await comparing.observe { heard.append("counter \($0.count)") },
            await opaque.observe { heard.append("opaque \($0.number)") },
        ]
        await comparing.send(.add(0))
        await opaque.send(1)
        #expect(heard.all == ["counter 0", "opaque 0", "opaque 0"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `any number of loops get every value, or the newest`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        let every = [await store.values(\.count), await store.values { $0.count }]
        let newest = await store.values(\.count, bufferingPolicy: .bufferingNewest(1))
        for _ in 0..<3 { await store.send(.increment) }
        await store.close()
        for values in every {
            #expect(await values.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3])
        }
        #expect(await newest.reduce(into: []) { $0.append($1) } == [3])
    }

    @Test func `a sequence that was made after closing ends at once`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        await store.close()
        let values = await store.values(\.count)
        let actions = await store.actions
        #expect(await values.reduce(into: []) { $0.append($1) } == [0])
        #expect(await actions.reduce(into: 0) { count, _ in count += 1 } == 0)
    }

    @Test func `effects do not retain the store, and end with it`() async {
        let gate = Gate()
        var store: StoreActor<Int, Bool>? = StoreActor(initialState: 0) {
            Reduce { state, _ in
                state += 1
                return .run { send in
                    try? await gate.wait()
                    await send(true)
                }
            }
        }
        weak let witness = store
        let task = await store?.send(true)
        await gate.arrival()
        store = nil
        #expect(witness == nil)
        await task?.finish()
    }

    @Test func `a store may run on the executor of another actor`() async {
        actor Owner {
            nonisolated let executor = RecordingExecutor()
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        }
        let owner = Owner()
        let store = StoreActor(initialState: Counter.State(), sharingExecutorOf: owner) { Counter() }
        await store.send(.incrementLater).finish()
        #expect(await store.state.count == 1)
        #expect(owner.executor.jobCount > 0)
    }

    @Test func `a state that is not Sendable stays on its actor`() async {
        final class Draft {
            var words: [String] = []
        }
        let store = StoreActor(initialState: Draft()) {
            Update { (draft: inout Draft, word: String) in draft.words.append(word) }
        }
        await store.send("one")
        await store.send("two")
        #expect(await store.withState { $0.words } == ["one", "two"])
    }

    @Test func `a machine serves inside anyone's actor`() async {
        actor Game {
            private let machine = Machine(initialState: Counter.State()) { Counter() }
            init() { machine.runEffects(on: self) }
            func play(_ action: Counter.Action) -> StoreTask { machine.send(action) }
            var count: Int { machine.state.count }
        }
        let game = Game()
        await game.play(.incrementLater).finish()
        #expect(await game.count == 1)
    }
}

/// Runs jobs one after the other on a thread of the task pool, and counts them.
private final class RecordingExecutor: SerialExecutor {
    private let jobs = Atomic(0)
    private let worker = Worker()

    var jobCount: Int { jobs.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(1, ordering: .relaxed)
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        worker.run { job.runSynchronously(on: executor) }
    }

    /// A queue that is emptied by one task at a time.
    private final class Worker: Sendable {
        private let waiting = Mutex<(jobs: [@Sendable () -> Void], isRunning: Bool)>(([], false))

        func run(_ job: @escaping @Sendable () -> Void) {
            let starts = waiting.withLock { state in
                state.jobs.append(job)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard starts else { return }
            Task.detached { [self] in
                while let job = next() { job() }
            }
        }

        private func next() -> (@Sendable () -> Void)? {
            waiting.withLock { state in
                if state.jobs.isEmpty { state.isRunning = false }
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
        }
    }
}
