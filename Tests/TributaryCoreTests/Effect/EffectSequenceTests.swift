// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// The order of the parts, and the end of the remaining ones.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectSequenceTests {}

extension EffectSequenceTests {
    @Test func `later parts of a sequence inherit the sender's task-local values, too`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .concatenate(
                .run { send in await Trace.$identifier.withValue("inside") { await send(Trace.identifier) } },
                .merge(.run { send in await send(Trace.identifier) }, .none)
            )
        }
        await Trace.$identifier.withValue("trace 7") { log.send("start") }.finish()
        #expect(log.state == ["start", "inside", "trace 7"])
    }

    @Test func `cancelling its task ends a sequence before its next part`() async {
        let gate = Gate()
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .concatenate(.run { _ in try? await gate.wait() }, .send("never"))
        }
        let task = log.send("start")
        await gate.arrival()
        task.cancel()
        await task.finish()
        #expect(log.state == ["start"])
    }

    @Test func `a sequence continues when a part of it is cancelled before it starts`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .merge(
                .concatenate(.run { send in await send("never") }.cancellable(id: 1), .send("next")),
                .cancel(id: 1)
            )
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "next"])
    }

    @Test func `waiting for a sequence ends with its store`() async {
        let gate = Gate()
        var log: EffectLog? = EffectLog { _ in
            .concatenate(.run { _ in try? await gate.wait() }, .send("never"))
        }
        let task = log?.send("start")
        await gate.arrival()
        log = nil
        await task?.finish()
    }

    @Test func `a store that closes in the middle of an action starts nothing for it`() async {
        var log: EffectLog?
        log = EffectLog { _ in
            log?.store.close()
            return .run { send in await send("never") }
        }
        await log?.send("start").finish()
        #expect(log?.state == ["start"])
        log = nil
    }

    @Test func `tasks run on the executor that they are given`() async {
        final class Recorder: EffectExecutor {
            let jobs = Atomic(0)
            let ends = Atomic(0)
            func enqueue(_ job: consuming ExecutorJob) {
                jobs.add(1, ordering: .relaxed)
                globalConcurrentExecutor.enqueue(job)
            }
            func operationEnded() { ends.add(1, ordering: .relaxed) }
            func effectEnded() { ends.add(1, ordering: .relaxed) }
        }
        let recorder = Recorder()
        let machine = Machine(initialState: 0) {
            Reduce { (state: inout Int, amount: Int) in
                state += amount
                return amount == 1 ? .run { send in await send(10) } : .none
            }
        }
        machine.runEffects(on: MainActor.shared, executor: { _ in recorder })
        await machine.send(1).finish()
        #expect(machine.state == 11)
        #expect(recorder.jobs.load(ordering: .relaxed) > 0)
        #expect(recorder.ends.load(ordering: .relaxed) > 0)
    }
}
