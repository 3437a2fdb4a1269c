// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Closing a store without losing pending changes.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FlushingTests {
    private let clock = ManualClock()
    private let gate = Gate()
    private let recorder = DiagnosticRecorder()
}

extension FlushingTests {
    /// A store whose state is the list of its actions, most of which save something, now or later.
    private func makeStore() -> Store<[String], String> {
        let (clock, gate, second) = (clock, gate, Duration.seconds(1))
        func save(_ name: String) -> Effect<String> {
            .run { send in
                try await gate.wait()
                await send("\(name) saved")
            }
        }
        let stream = Effect<String>.stream {
            AsyncStream<Int> { _ in }
        } _: { _ in
            "never"
        }
        return Store(initialState: []) {
            Reduce { (state: inout [String], action: String) -> Effect<String> in
                state.append(action)
                switch action {
                case "debounce": return save(action).debounce(id: "save", for: second, clock: clock)
                case "delay": return save(action).delay(for: second, clock: clock)
                case "throttle": return save(action).throttle(id: "throttle", for: second, clock: clock)
                case "sequence":
                    return Effect.concatenate(.send("first"), save("second"), save("third"))
                        .delay(for: second, clock: clock)
                case "poll": return .send("polled").delay(for: second, clock: clock)
                case "polled": return .send("poll")
                case "chain": return .send("chained").delay(for: second, clock: clock)
                case "chained": return .merge(save("chain"), stream)
                case "stream": return stream
                case "queue": return save(action).cancellable(id: "queue", policy: .queue)
                case "save": return save(action)
                case "cancel": return .cancel(id: "save")
                default: return .none
                }
            }
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `debounced, delayed, and throttled effects start at once, in order, and are awaited`() async {
        let store = makeStore()
        gate.open()
        for action in ["throttle", "throttle", "debounce", "debounce", "delay"] { store.send(action) }
        await store.flush()
        #expect(store.state.prefix(5) == ["throttle", "throttle", "debounce", "debounce", "delay"])
        let saved = ["debounce saved", "delay saved", "throttle saved", "throttle saved"]
        #expect(store.state.dropFirst(5).sorted() == saved)
        store.close()
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `a throttled effect that was flushed has a window of its own, for which the next one waits`()
        async
    {
        let store = makeStore()
        store.send("throttle")
        store.send("throttle")
        let flushing = Task { await store.flush() }
        // The windows of both.
        await clock.sleepers(2)
        store.send("throttle")
        gate.open()
        await flushing.value
        #expect(store.state == ["throttle", "throttle", "throttle", "throttle saved", "throttle saved"])
        clock.advance(by: .seconds(1))
        await store.finish()
        #expect(store.state.count { $0 == "throttle saved" } == 3)
    }

    @Test func `the delay of a flushed effect does not start it again`() async {
        let store = makeStore()
        gate.open()
        store.send("debounce")
        await store.flush()
        clock.advance(by: .seconds(2))
        await store.finish()
        #expect(store.state == ["debounce", "debounce saved"])
    }

    @Test func `a waiting sequence is awaited to its end, with the effects of its actions`() async {
        let store = makeStore()
        gate.open()
        store.send("sequence")
        store.send("chain")
        await store.flush()
        #expect(store.state.suffix(3).sorted() == ["chain saved", "second saved", "third saved"])
        #expect(store.state.contains("first") && store.state.contains("chained"))
        // The stream that it started, too, would go on for ever.
        store.close()
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `deferred work that runs already is waited for, a stream is not`() async {
        let store = makeStore()
        store.send("stream")
        let task = store.send("debounce")
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await gate.arrival()
        let flushing = Task { await store.flush() }
        gate.open()
        await flushing.value
        #expect(store.state == ["stream", "debounce", "debounce saved"])
        await task.finish()
        store.close()
    }

    @Test
    func `a poll that restarts itself is started once, and its next one is reported by closing`()
        async
    {
        let store = makeStore()
        store.send("poll")
        await store.flush()
        #expect(store.state == ["poll", "polled", "poll"])
        #expect(recorder.identifiers.isEmpty)
        store.close()
        #expect(recorder.identifiers == [.effectsDroppedByClose])
    }

    @Test func `closing reports the effects that had not started, once, with their source locations`() {
        let store = makeStore()
        for action in ["debounce", "debounce", "delay", "queue", "queue"] { store.send(action) }
        store.close()
        #expect(recorder.identifiers == [.effectsDroppedByClose])
        let told = recorder.diagnostics.first
        #expect(told?.message.hasPrefix("3 effects had not begun") == true)
        #expect(told?.site?.fileID.hasSuffix("FlushingTests.swift") == true)
    }

    @Test func `closing does not report effects that run, have started, or were cancelled`() async {
        let store = makeStore()
        let task = store.send("delay")
        for action in ["stream", "save", "throttle", "queue", "debounce", "cancel"] { store.send(action) }
        task.cancel()
        store.close()
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `finish waits for every effect, for waiting ones, and for later ones`() async {
        let store = makeStore()
        for action in ["save", "queue", "queue", "delay"] { store.send(action) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        gate.open()
        await store.finish()
        #expect(store.state.filter { $0.hasSuffix("saved") }.count == 4)
        store.close()
        #expect(recorder.identifiers.isEmpty)
        await store.finish()
    }

    @Test func `waiting ends with the task that waits, and the effects go on`() async {
        let store = makeStore()
        let task = store.send("save")
        await gate.arrival()
        let finishing = Task { await store.finish() }
        finishing.cancel()
        await finishing.value
        #expect(!task.isCancelled)
        gate.open()
        await task.finish()
        #expect(store.state == ["save", "save saved"])
    }

    @Test func `earlier actions through a handle are reduced and awaited`() async {
        let store = makeStore()
        let handle = store.handle
        gate.open()
        handle.send("save")
        await store.finish()
        handle.send("delay")
        await store.flush()
        #expect(store.state == ["save", "save saved", "delay", "delay saved"])
    }

    @Test func `scopes, stores on their own actors and mirrors wait for their whole store`() async {
        let (clock, gate) = (clock, gate)
        let store = StoreActor(initialState: 0) {
            Reduce { (count: inout Int, action: Int) -> Effect<Int> in
                count += action
                guard action == 1 else { return .none }
                return .run { send in
                    try await gate.wait()
                    await send(10)
                }
                .delay(for: .seconds(1), clock: clock)
            }
        }
        gate.open()
        await store.send(1)
        await store.flush()
        #expect(await store.state == 11)
        let mirror = await Store(mirroring: store)
        let sent = mirror.send(1)
        await clock.sleepers(1)
        await mirror.flush()
        await sent.finish()
        #expect(await store.state == 22)
        #expect(mirror.state == 22)

        let parent = makeStore()
        let scope: Store<Int, String> = parent.scope(state: \.count)
        scope.send("delay")
        await scope.flush()
        #expect(parent.state == ["delay", "delay saved"])
        scope.send("save")
        await scope.finish()
        #expect(parent.state.last == "save saved")
    }
}
