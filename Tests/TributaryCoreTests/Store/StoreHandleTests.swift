// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Weak views of stores, used from anywhere.
@Suite(.timeLimit(.minutes(30)))
struct StoreHandleTests {}

extension StoreHandleTests {
    private struct Senders: Reducer {
        struct State: Sendable { var counts: [Int: Int] = [:], isOrdered = true }
        enum Action: Sendable { case send(from: Int, number: Int) }
        var body: some Reducer<State, Action> {
            Update { state, action in
                guard case .send(let sender, let number) = action else { return }
                state.isOrdered = state.isOrdered && state.counts[sender, default: 0] == number
                state.counts[sender] = number + 1
            }
        }
    }

    @Test func `sends from many threads all arrive, and those of one thread in order`() async {
        let store = StoreActor(initialState: Senders.State()) { Senders() }
        let handle = await store.handle
        await withTaskGroup { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<9_999 { handle.send(.send(from: sender, number: number)) }
                    await handle.send(.send(from: sender, number: 9_999)).finish()
                }
            }
        }
        let state = await handle.state
        #expect(state?.isOrdered == true)
        #expect(state?.counts == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 10_000) }))
    }

    @MainActor
    @Test func `a store on the main actor receives actions of other threads, while it has services`() async {
        let store = Store(initialState: Senders.State()) { Senders() }
        final class Following: Service, Sendable {
            let heard = Mutex(0)
            func detail(of state: Senders.State) -> Int { state.counts.values.reduce(0, +) }
            func stateChanged(from old: Int, to new: Int, store: StoreHandle<Senders.State, Senders.Action>) {
                heard.withLock { $0 += new - old }
            }
        }
        let service = Following()
        let token = store.attach(service)
        let handle = store.handle
        await withTaskGroup { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<500 { handle.send(.send(from: sender, number: number)) }
                    await handle.send(.send(from: sender, number: 500)).finish()
                }
            }
        }
        #expect(store.isOrdered)
        #expect(service.heard.withLock { $0 } == 8 * 501)
        withExtendedLifetime(token) {}
    }

    @MainActor
    @Test func `actions through a handle precede later direct ones`() {
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        let handle = store.handle
        handle.send("first")
        #expect(store.state.isEmpty)
        store.send("second")
        #expect(store.state == ["first", "second"])
        handle.send("third")
        store.send(contentsOf: ["fourth", "fifth"])
        #expect(store.state == ["first", "second", "third", "fourth", "fifth"])
    }

    @MainActor
    @Test func `the task of a send waits for the reduction, and for the effects`() async {
        let store = Store(initialState: Counter.State()) { Counter() }
        let handle = store.handle
        await handle.send(.increment).finish()
        #expect(store.count == 1)
        await handle.send(.incrementLater).finish()
        #expect(store.count == 2)
        await handle.send(contentsOf: [.increment, .incrementLater]).finish()
        #expect(store.count == 4)
        await handle.send(contentsOf: []).finish()
        #expect(store.count == 4)
    }

    @MainActor
    @Test func `cancelling the task of a send cancels the effects, also before the reduction`() async {
        let store = Store(initialState: Counter.State()) { Counter() }
        let task = store.handle.send(.incrementLater)
        task.cancel()
        await task.finish()
        #expect(store.count == 0)
    }

    @MainActor
    @Test func `a group is one turn`() async {
        let store = Store(initialState: Counter.State()) { Counter() }
        var heard: [Int] = []
        let token = store.observe(\.count) { heard.append($0) }
        await store.handle.send(contentsOf: [.increment, .add(2), .add(3)]).finish()
        #expect(heard == [0, 6])
        token.cancel()
    }

    @Test func `reading the state sees earlier actions`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        let handle = await store.handle
        for expected in 1...100 {
            handle.send(.increment)
            #expect(await handle.state?.count == expected)
        }
    }

    @MainActor
    @Test func `law 11: a handle does not retain its store, and does nothing after its release`() async {
        let recorder = DiagnosticRecorder()
        func makeStore() -> Store<Counter.State, Counter.Action> {
            Store(initialState: Counter.State()) {
                Counter()
            } dependencies: {
                $0.diagnosticReporter = recorder.reporter
            }
        }
        var store: Store<Counter.State, Counter.Action>? = makeStore()
        weak let witness = store
        let handle = store?.handle
        let waiting = handle?.send(.increment)
        store = nil
        #expect(witness == nil)
        await waiting?.finish()
        await handle?.send(.increment).finish()
        let state = await handle?.state
        #expect(state == nil)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `law 11: releasing a store while others send to it leaves no task waiting`() async {
        for _ in 0..<200 {
            var store: StoreActor<Counter.State, Counter.Action>? = StoreActor(initialState: Counter.State())
            {
                Counter()
            }
            guard let handle = await store?.handle else { return }
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<10 { handle.send(.increment) }
                        await handle.send(.incrementLater).finish()
                    }
                }
                store = nil
            }
            #expect(await handle.state == nil)
        }
    }

    @Test func `law 12: closing while others send leaves no task waiting, and reports later actions`()
        async
    {
        let recorder = DiagnosticRecorder()
        let store = StoreActor(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let handle = await store.handle
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 { handle.send(.increment) }
                    await handle.send(.incrementLater).finish()
                }
            }
            group.addTask { await store.close() }
        }
        let reported = recorder.identifiers.count
        await handle.send(.increment).finish()
        #expect(recorder.identifiers.count == reported + 1)
        #expect(recorder.identifiers.allSatisfy { $0 == .sendAfterClose || $0 == .actionsDroppedByClose })
        #expect(await handle.state?.count ?? 0 <= 8 * 1_001)
    }

    @Test func `a handle brings actions that are not Sendable`() async {
        final class Word {
            var text = ""
        }
        let store = StoreActor(initialState: "") {
            Update { (state: inout String, word: Word) in state += word.text }
        }
        let word = Word()
        word.text = "hello"
        await store.handle.send(word).finish()
        #expect(await store.state == "hello")
    }

    @MainActor
    @Test func `the handle of a scope sends and reads the scope, and outlives it`() async {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(contentsOf: [.openSheet, .appendRow(id: 7)])
        let sheet = store.scope(state: \.sheet, action: \.sheet)?.handle
        let row = store.scope(state: \.rows, action: \.rows)[id: 7]?.handle
        await sheet?.send(.add(3)).finish()
        await row?.send(.incrementLater).finish()
        #expect(store.sheet?.count == 3)
        #expect(store.rows[id: 7]?.counter.count == 1)
        #expect(await sheet?.state?.count == 3)
        #expect(await row?.state?.counter.count == 1)
        store.send(contentsOf: [.closeSheet, .removeRow(id: 7)])
        #expect(await sheet?.state == nil)
        #expect(await row?.state == nil)
        await sheet?.send(.increment).finish()
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `a machine without an actor may have companions who send in their turn`() {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let log = EventLog()
        let service = LoggingService("service", log, onChange: { if $0 == 1 { $1.send("answer") } })
        let token = machine.attach([service])
        machine.send("question")
        #expect(machine.state == ["question", "answer"])
        #expect(recorder.identifiers.isEmpty)
        token.cancel()
        machine.send("more")
        #expect(log.events.suffix(2) == ["service 1 to 2", "service stops"])
    }

    @MainActor
    @Test func `sending through a handle inside of a reducer queues`() {
        let box = Mutex<StoreHandle<[String], String>?>(nil)
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in
                state.append("\(action) begins")
                if action == "outer" { box.withLock { $0 }?.send("inner") }
                state.append("\(action) ends")
            }
        }
        box.withLock { $0 = store.handle }
        store.send("outer")
        store.send("next")
        #expect(
            store.state == [
                "outer begins", "outer ends", "inner begins", "inner ends", "next begins", "next ends",
            ]
        )
    }
}
