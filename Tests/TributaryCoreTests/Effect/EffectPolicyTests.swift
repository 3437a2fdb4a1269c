// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Several effects under one identifier.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectPolicyTests {
    /// Gates for the effects of the actions that start something, by action.
    private let gates = ["a": Gate(), "b": Gate(), "c": Gate(), "d": Gate()]
}

extension EffectPolicyTests {
    private func log(_ policy: EffectPolicy) -> EffectLog {
        EffectLog { [gates] action in
            if action == "stop" { return .cancel(id: 1) }
            guard let gate = gates[action] else { return .none }
            // Two parts, so that the policy has to count whole effects.
            return .concatenate(
                .run { send in
                    try? await gate.wait()
                    await send("\(action) 1")
                },
                .run { send in await send("\(action) 2") }
            )
            .cancellable(id: 1, policy: policy)
        }
    }

    private func open(_ names: String...) { for name in names { gates[name]?.open() } }

    @Test func `newest wins`() async {
        let log = log(.newestWins)
        let tasks = [log.send("a"), log.send("b")]
        open("a", "b")
        for task in tasks { await task.finish() }
        #expect(log.state == ["a", "b", "b 1", "b 2"])
    }

    @Test func `oldest wins, until it has ended`() async {
        let log = log(.oldestWins)
        let first = log.send("a")
        await log.send("b").finish()
        open("a", "c")
        await first.finish()
        await log.send("c").finish()
        #expect(log.state == ["a", "b", "a 1", "a 2", "c", "c 1", "c 2"])
    }

    @Test func `a queue runs one after the other, and finish waits for queued ones`() async {
        let log = log(.queue)
        let tasks = [log.send("a"), log.send("b"), log.send("c")]
        open("c", "b", "a")
        await tasks[2].finish()
        #expect(log.state == ["a", "b", "c", "a 1", "a 2", "b 1", "b 2", "c 1", "c 2"])
        for task in tasks { await task.finish() }
    }

    @Test func `at most two run at once`() async {
        let log = log(.atMost(2))
        let tasks = [log.send("a"), log.send("b"), log.send("c")]
        open("b", "c")
        await tasks[1].finish()
        await tasks[2].finish()
        #expect(log.state == ["a", "b", "c", "b 1", "b 2", "c 1", "c 2"])
        open("a")
        await tasks[0].finish()
    }

    @Test func `a queued one runs with the newest, if the newest makes room for both`() async {
        let log = EffectLog { [gates] action in
            guard let gate = gates[action] else { return .none }
            return .run { send in
                try? await gate.wait()
                await send("\(action) ran")
            }
            .cancellable(id: 1, policy: .atMost(2, whenFull: action == "d" ? .cancelOldest : .queue))
        }
        let tasks = ["a", "b", "c", "d"].map { log.send($0) }
        open("a", "b", "c", "d")
        for task in tasks { await task.finish() }
        #expect(log.state.prefix(4) == ["a", "b", "c", "d"])
        #expect(log.state.suffix(2).sorted() == ["c ran", "d ran"])
        #expect(log.state.count == 6)
    }

    @Test func `the oldest of two makes room`() async {
        let log = log(.atMost(2, whenFull: .cancelOldest))
        let tasks = [log.send("a"), log.send("b"), log.send("c")]
        open("a", "b")
        await tasks[0].finish()
        await tasks[1].finish()
        open("c")
        await tasks[2].finish()
        #expect(log.state == ["a", "b", "c", "b 1", "b 2", "c 1", "c 2"])
    }

    @Test func `only the newest waits`() async {
        let log = log(.atMost(1, whenFull: .queueLatest))
        let tasks = [log.send("a"), log.send("b"), log.send("c")]
        open("a", "b", "c")
        for task in tasks { await task.finish() }
        #expect(log.state == ["a", "b", "c", "a 1", "a 2", "c 1", "c 2"])
    }

    @Test func `cancelling the identifier drops those that wait`() async {
        let log = log(.queue)
        let tasks = [log.send("a"), log.send("b")]
        log.send("stop")
        open("a", "b", "c")
        for task in tasks { await task.finish() }
        await log.send("c").finish()
        #expect(log.state == ["a", "b", "stop", "c", "c 1", "c 2"])
    }

    @Test func `cancelling a task drops the effects that wait for it, and the others continue`() async {
        let log = log(.queue)
        let tasks = [log.send("a"), log.send("b"), log.send("c")]
        tasks[1].cancel()
        await tasks[1].finish()
        open("a", "b", "c")
        await tasks[2].finish()
        #expect(log.state == ["a", "b", "c", "a 1", "a 2", "c 1", "c 2"])
        let other = log.send("d")
        other.cancel()
        await other.finish()
        await log.send("a").finish()
        #expect(log.state.suffix(3) == ["a", "a 1", "a 2"])
    }

    @Test func `waiting effects end with their store`() async {
        let log = log(.queue)
        let tasks = [log.send("a"), log.send("b")]
        log.store.close()
        for task in tasks { await task.finish() }
        #expect(log.state == ["a", "b"])
    }

    @Test func `a waiting effect inherits the task-local values of its own sender`() async {
        let gate = Gate()
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .run { send in
                try? await gate.wait()
                await send(Trace.identifier)
            }
            .cancellable(id: 1, policy: .queue)
        }
        let first = Trace.$identifier.withValue("first") { log.send("start") }
        let second = Trace.$identifier.withValue("second") { log.send("start") }
        gate.open()
        await first.finish()
        await second.finish()
        #expect(log.state == ["start", "start", "first", "second"])
    }

    @Test func `a limit below one is a diagnostic, and one`() async {
        let log = log(.atMost(0))
        open("a")
        await log.send("a").finish()
        #expect(log.state == ["a", "a 1", "a 2"])
        #expect(log.recorder.identifiers == [.effectLimitBelowOne])
    }

    @Test(arguments: EffectShape.allCases)
    func `every effect can wait its turn`(_ shape: EffectShape) async {
        let clock = ManualClock()
        let gate = Gate()
        let log = EffectLog { action in
            switch action {
            case "wait": .run { _ in try? await gate.wait() }.cancellable(id: 1, policy: .queue)
            case "start": shape.effect(clock).cancellable(id: 1, policy: .queue)
            default: .none
            }
        }
        log.send("wait")
        let task = log.send("start")
        #expect(log.state == ["wait", "start"])
        gate.open()
        await task.finish()
        #expect(log.state == ["wait", "start", "done"])
    }
}
