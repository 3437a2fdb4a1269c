// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 13: with a recorder, effects start, `finish()` returns, and outputs are delivered only when the commit
/// is durable.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordingLawTests {}

extension RecordingLawTests {
    @Test func `law 13: effects start when their commit is durable, and not before`() {
        let log = RecordedLog { action in action == "go" ? .run { await $0("done") } : .none }
        log.send("go")
        log.driver.run()
        #expect(log.state == ["go"])
        log.commit()
        log.driver.run()
        #expect(log.state == ["go", "done"])
        #expect(log.entries == ["1 go by store", "2 done by effect of 1"])
    }

    @Test func `law 13: effects wait for their own commit, not for later ones`() {
        let log = RecordedLog { action in
            ["a", "b"].contains(action) ? .run { await $0("after \(action)") } : .none
        }
        log.send("a")
        log.send("b")
        log.commit()
        log.driver.run()
        #expect(log.state == ["a", "b", "after a"])
        log.commit()
        log.driver.run()
        #expect(log.state == ["a", "b", "after a", "after b"])
        #expect(log.entries.last == "4 after b by effect of 2")
    }

    @Test func `law 13: the parts of an effect do not wait again`() {
        let log = RecordedLog { action in
            action == "go" ? .concatenate(.run { await $0("first") }, .run { await $0("second") }) : .none
        }
        log.send("go")
        log.commit()
        log.driver.run()
        // Actions of the parts are not durable yet, and nothing waits for that.
        #expect(log.state == ["go", "first", "second"])
    }

    @Test func `law 13: an effect that is cancelled while it waits never starts`() {
        let log = RecordedLog { action in
            switch action {
            case "go": .run { await $0("done") }.cancellable(id: 1)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("go")
        log.send("stop")
        log.commit()
        log.commit()
        log.driver.run()
        #expect(log.state == ["go", "stop"])
        #expect(task.isFinished)
    }

    @Test func `law 13: a task has not finished before the commit`() {
        let log = RecordedLog { _ in .none }
        let task = log.send("a")
        log.driver.run()
        #expect(!task.isFinished)
        log.commit()
        log.driver.run()
        #expect(task.isFinished)
    }

    @Test func `law 13: finishing a store waits for each commit in flight`() async {
        let log = RecordedLog(isDriven: false) { _ in .none }
        for action in ["a", "b", "c"] { log.send(action) }
        log.commit()
        var hasEnded = false
        let waiting = [
            Task {
                await log.store.finish()
                hasEnded = true
            },
            Task {
                await log.store.flush()
                hasEnded = true
            },
        ]
        for _ in 1...2 {
            for _ in 0..<100 { await Task.yield() }
            #expect(!hasEnded)
            log.commit()
        }
        for task in waiting { await task.value }
        #expect(hasEnded)
    }

    @Test func `law 13: observers are notified at once`() {
        let log = RecordedLog { _ in .none }
        var heard: [Int] = []
        let token = log.store.observe(\.count) { heard.append($0) }
        log.send("a")
        #expect(heard == [0, 1])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: an observer's action is a commit of its own`() {
        let log = RecordedLog { _ in .none }
        let token = log.store.observe(\.count) { [store = log.store] in if $0 == 1 { store.send("b") } }
        log.send("a")
        #expect(log.commits.count == 2)
        #expect(log.state == ["a", "b"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a group, and its immediate actions, are one commit`() {
        let log = RecordedLog { $0 == "a" ? .send("followed") : .none }
        log.store.send(contentsOf: ["a", "b"])
        #expect(log.commits.count == 1)
        #expect(log.entries == ["1 a by store", "2 b by store", "3 followed by reducer of 1"])
    }

    @Test func `law 13: the reduced action is recorded, not the sent one`() {
        let log = RecordedLog { _ in .none }
        let token = log.store.attach(
            ActionMiddleware<[String], String>(willReduce: { action, _, _, _ in
                action == "secret" ? nil : action.uppercased()
            })
        )
        log.send("a")
        log.send("secret")
        #expect(log.entries == ["1 A by store"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: a task is committed when its actions are, though effects run on`() async throws {
        let gate = Gate()
        let log = RecordedLog { $0 == "go" ? .run { _ in try await gate.wait() } : .none }
        let task = log.send("go")
        log.commit()
        log.driver.run()
        try await task.committed()
        #expect(!task.isFinished)
        task.cancel()
        log.driver.run()
    }

    @Test func `law 13: a task waits for the commit of an action that deferred work sent`() {
        let clock = ManualClock()
        let log = RecordedLog {
            $0 == "go" ? .send("late").delay(for: .seconds(1), clock: clock) : .none
        }
        let task = log.send("go")
        log.commit()
        log.driver.run()
        clock.advance(by: .seconds(1))
        log.driver.run()
        #expect(log.state == ["go", "late"])
        #expect(!task.isFinished)
        log.commit()
        #expect(task.isFinished)
    }

    @Test func `law 13: without a recorder, everything is committed`() async throws {
        let store = Store(initialState: [String]()) { Reduce<[String], String> { _, _ in .none } }
        try await store.send("a").committed()
    }

    @Test func `law 13: actions that a closed store refuses are not committed`() async {
        let log = RecordedLog { _ in .none }
        log.store.close()
        await #expect(throws: CommitError.self) { try await log.send("a").committed() }
        await #expect(throws: CommitError.self) {
            try await log.store.send(contentsOf: ["a"]).committed()
        }
        await #expect(throws: CommitError.self) { try await log.store.handle.send("a").committed() }
        // A refused task cannot be cancelled for others.
        log.send("a").cancel()
        #expect(!log.send("a").isCancelled)
    }

    @Test func `law 13: pending actions of a closed store are not committed`() async {
        let log = RecordedLog { _ in .none }
        var task: StoreTask?
        let token = log.store.observe(\.count) { [store = log.store] count in
            guard count == 1 else { return }
            task = store.send("late")
            store.close()
        }
        log.send("a")
        #expect(log.state == ["a"])
        await #expect(throws: CommitError.self) { try await task?.committed() }
        withExtendedLifetime(token) {}
    }

    @Test func `law 13: an action that was sent through a handle is not committed before it is reduced`()
        async
    {
        let log = RecordedLog { _ in .none }
        let task = log.store.handle.send("a")
        // It begins to wait before the store looks into its inbox.
        let waiting = Task.detached(executorPreference: InlineExecutor()) { try await task.committed() }
        log.store.way.machine?.openInbox()
        #expect(log.state == ["a"])
        log.commit(failing: Full())
        await #expect(throws: CommitError.self) { try await waiting.value }
    }

    @Test func `law 13: a store that cannot write closes, and starts nothing`() async {
        let log = RecordedLog { $0 == "go" ? .run { await $0("done") } : .none }
        let task = log.send("go")
        let next = log.send("next")
        log.commit(failing: Full())
        log.driver.run()
        #expect(log.state == ["go", "next"])
        #expect(log.recorder.identifiers == [.commitFailed])
        #expect(task.isFinished)
        await #expect(throws: CommitError.self) { try await task.committed() }
        log.commit(failing: Full())
        log.driver.run()
        await #expect(throws: CommitError.self) { try await next.committed() }
        // One cause, one failure.
        #expect(log.recorder.identifiers == [.commitFailed])
        log.send("more")
        #expect(log.state == ["go", "next"])
    }

    @Test func `law 13: commits in flight behind a failure are no further failures`() async {
        let log = RecordedLog(isDriven: false) { _ in .none }
        let counts = log.store.values(\.count)
        for action in ["a", "b", "c"] { log.send(action) }
        for _ in 1...3 { log.commit(failing: Full()) }
        // Sequences end when the last commit has arrived.
        for await _ in counts {}
        #expect(log.recorder.identifiers == [.commitFailed])
    }

    @Test func `law 13: waiting callers are resumed after the store was released`() async {
        var log: RecordedLog? = RecordedLog { $0 == "go" ? .run { await $0("done") } : .none }
        let task = log?.send("go")
        let (commit, driver) = (log?.commits.first, log?.driver)
        log = nil
        commit?.end(nil)
        driver?.run()
        #expect(task?.isFinished == true)
    }

    @Test func `law 13: effects that wait for a commit are released with their store`() {
        final class Kept: Sendable {}
        var kept: Kept? = Kept()
        weak let reference = kept
        var log: RecordedLog? = RecordedLog { [kept] action in
            action == "go" ? .run { _ in withExtendedLifetime(kept) {} } : .none
        }
        kept = nil
        log?.send("go")
        let commit = log?.commits.first
        log = nil
        #expect(reference == nil)
        withExtendedLifetime(commit) {}
    }

    @Test func `law 13: waiting callers are resumed after the store was closed`() async throws {
        let log = RecordedLog { $0 == "go" ? .run { await $0("done") } : .none }
        let task = log.send("go")
        log.store.close()
        #expect(!task.isFinished)
        log.commit()
        log.driver.run()
        #expect(task.isFinished)
        try await task.committed()
        #expect(log.state == ["go"])
    }

    @Test func `law 12: effects of the last actions do not start when their commit becomes durable`() {
        let events = EventLog()
        let log = RecordedLog { action in .run { _ in events("effect of \(action)") } }
        let tokens = [
            log.store.attach(LoggingService("first", events, onStop: { $0.send("the end") })),
            log.store.attach(
                LoggingService(
                    "second",
                    events,
                    onStop: { _ in MainActor.assumeIsolated { log.commits[0].end(nil) } }
                )
            ),
        ]
        events.removeAll()
        log.store.close()
        log.driver.run()
        #expect(events.events == ["first stops", "second 0 to 1", "second stops"])
        #expect(log.state == ["the end"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 13: an endless turn is written in parts, which are marked`() {
        let log = RecordedLog { $0 == "again" ? .send("again") : .none }
        var count = 0
        let listener = log.store.onAction { [store = log.store] _ in
            count += 1
            if count == 25_000 { store.close() }
        }
        log.send("again")
        #expect(log.commits.map(\.isPart) == [true, true, false])
        withExtendedLifetime(listener) {}
    }

    @Test(
        "law 13: the last commit of a turn is no part, however many actions the turn has",
        arguments: [1, 2, 10_001, 10_002, 20_001, 20_002]
    )
    func lastPart(count: Int) {
        struct Refusal: Middleware {
            func willReduce(
                _ action: String,
                from origin: ActionOrigin,
                state: [String],
                store: StoreHandle<[String], String>
            ) -> String? { action == "refused" ? nil : action }
        }
        // Also if the action after the last part never reaches the reducers.
        for last in [Effect.none, .send("refused")] {
            var sent = 0
            let log = RecordedLog { _ in
                sent += 1
                return sent < count ? .send("again") : last
            }
            let token = log.store.attach(Refusal())
            log.send("again")
            #expect(
                log.commits.map(\.isPart) == Array(repeating: true, count: (count - 2) / 10_000) + [false]
            )
            withExtendedLifetime(token) {}
        }
    }

    @Test func `law 13: a state is settled unless an onChange has still to answer`() {
        let driver = EffectDriver.immortal()
        var settled: [Bool] = []
        let store = driver.host {
            Store(
                initialState: 0,
                recorder: ClosureRecorder<Int, Int>(
                    record: { _, _, _ in RecordedEntry(number: 1, milliseconds: 0, seed: 0) },
                    pass: { _ in },
                    mount: { _ in 1 },
                    commit: { settled.append($0.isSettled) }
                )
            ) {
                Update<Int, Int> { state, action in state = action }
                    .onChange(of: { $0 }, update: { _, new, state in state = min(new, 10) })
            }
        }
        store.send(5)
        store.send(50)
        store.send(10)
        #expect(settled == [true, false, true])
    }
}

/// Runs jobs where they become ready.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
