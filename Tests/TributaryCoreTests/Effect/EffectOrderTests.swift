// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Work of two threads at the same time, in an order that the test decides.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectOrderTests {}

extension EffectOrderTests {
    @Test func `an effect that is cancelled while its task is being made finds itself cancelled`() async {
        let task = Mutex<StoreTask?>(nil)
        let wasCancelled = Heard<Bool>()
        let effects = HeldEffects { _ in task.withLock { $0 }?.cancel() }
        let store = effects.host {
            Store(initialState: 0) {
                Reduce { (_: inout Int, action: String) in
                    action == "work" ? .run { _ in wasCancelled.append(Task.isCancelled) } : .none
                }
            }
        }
        let token = store.onAction { record in
            if record.action == "begin" { task.withLock { $0 = store.send("work") } }
        }
        store.send("begin")
        effects.run(nil)
        #expect(wasCancelled.all == [true])
        effects.release()
        await task.withLock { $0 }?.finish()
        withExtendedLifetime(token) {}
    }

    @Test func `a task that waits for several effects is resumed once, when the last one has ended`() {
        let log = EventLog()
        let waiter = HeldEffects { _ in log("resumed") }
        let executor = waiter.host {
            EffectHost.current?.makeExecutor(EffectDescription(number: 0, name: nil, site: nil))
        }
        let group = EffectGroup()
        for _ in 1...3 { group.enter() }
        Task.detached(executorPreference: executor) { await group.finish() }
        waiter.run(nil)
        log.removeAll()
        for _ in 1...2 { group.leave() }
        #expect(log.events == [])
        group.leave()
        #expect(log.events == ["resumed"])
        waiter.run(nil)
    }

    @Test func `a wait for work stays on its actor, also when the work has ended`() async {
        let log = EventLog()
        let elsewhere = HeldEffects { _ in log("left the actor") }
        let executor = elsewhere.host {
            EffectHost.current?.makeExecutor(EffectDescription(number: 0, name: nil, site: nil))
        }
        elsewhere.release()
        await Task(executorPreference: executor) { await Self.waitForGroups() }.value
        // Its beginning, because the closure belongs to no actor.
        #expect(log.events == ["left the actor"])
    }

    private static func waitForGroups() async {
        let (running, ended) = (EffectGroup(), EffectGroup())
        running.enter()
        Task { running.leave() }
        for group in [running, ended] {
            await StoreTask(group: group).finish()
            try? await StoreTask(group: group).committed()
        }
    }

    @Test func `an effect that ended before its time limit is not late, though its end is noticed later`()
        async
    {
        let clock = ManualClock()
        let effects = HeldEffects()
        let store = effects.host {
            Store(initialState: [String]()) {
                Reduce { (state: inout [String], action: String) in
                    state.append(action)
                    guard action == "start" else { return .none }
                    return .run(name: "work") { _ in }
                        .timeout(after: .seconds(1), clock: clock, sending: "late")
                }
            }
        }
        let task = store.send("start")
        // The timer sleeps, wakes up and is on its way to the main actor before the end of the work is.
        effects.run(nil)
        clock.advance(by: .seconds(1))
        effects.run(nil)
        effects.run("work")
        effects.release()
        await task.finish()
        #expect(store.state == ["start"])
    }

    @Test func `the effects after one that never started begin with the turn that dropped it`() {
        let driver = EffectDriver()
        let begun = Heard<String>()
        func wait(_ name: String) -> Effect<String> {
            .run(name: name) { _ in
                begun.append(name)
                try await Task.sleep(for: .seconds(86_400))
            }
        }
        let store = driver.host {
            Store(initialState: 0) {
                Reduce { (_: inout Int, action: String) in
                    action == "start"
                        ? .concatenate(.run(name: "first") { _ in }, .send("again"), wait("last"))
                        : .merge(
                            .concatenate(wait("dropped").cancellable(id: 0), wait("after the dropped one")),
                            wait("other").cancellable(id: 0, cancelInFlight: true)
                        )
                }
            }
        }
        // The first effect ends between two turns, and the rest of its sequence has a turn within.
        store.send("start")
        driver.run()
        #expect(begun.all == ["other", "after the dropped one", "last"])
        store.close()
        driver.run()
    }

    @Test func `the part after merged effects waits for the last of them`() async {
        let effects = HeldEffects()
        let store = effects.host {
            Store(initialState: [String]()) {
                Reduce { (state: inout [String], action: String) in
                    state.append(action)
                    guard action == "start" else { return .none }
                    let merged = ["one", "two", "three"].map { name in
                        Effect<String>.run(name: name) { send in await send(name) }
                    }
                    return .concatenate(.merge(merged), .send("next"))
                }
            }
        }
        let task = store.send("start")
        for name in ["one", "two"] {
            effects.run(name)
            // An effect's work on the main actor precedes later jobs there.
            await Task { @MainActor in }.value
            effects.run(name)
            await Task { @MainActor in }.value
        }
        #expect(store.state == ["start", "one", "two"])
        effects.release()
        await task.finish()
        #expect(store.state == ["start", "one", "two", "three", "next"])
    }
}
