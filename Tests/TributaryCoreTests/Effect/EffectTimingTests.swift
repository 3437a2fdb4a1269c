// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// delay, debounce and throttle, on a clock that the test moves.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectTimingTests {
    private let clock = ManualClock()
}

extension EffectTimingTests {
    /// An effect that names its action.
    private func found(_ action: String) -> Effect<String> {
        .run { send in await send("found \(action)") }
    }

    // MARK: delay

    @Test(arguments: EffectShape.allCases)
    func `every effect can be delayed`(_ shape: EffectShape) async {
        let log = EffectLog { [clock] action in
            action == "start" ? shape.effect(clock).delay(for: .seconds(1), clock: clock) : .none
        }
        let task = log.send("start")
        await clock.sleepers(1)
        #expect(log.state == ["start"])
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "done"])
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test(arguments: EffectShape.allCases)
    func `a delayed effect can be cancelled before it starts`(_ shape: EffectShape) async {
        let log = EffectLog { [clock] action in
            switch action {
            case "start": shape.effect(clock).delay(for: .seconds(1), clock: clock).cancellable(id: 1)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        log.send("stop")
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "stop"])
    }

    @Test func `the time counts from the action, not from the start of a task`() async {
        let log = EffectLog { [clock] action in
            action == "start" ? Effect.send("done").delay(for: .seconds(1), clock: clock) : .none
        }
        let task = log.send("start")
        // Perhaps no task sleeps yet.
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "done"])
    }

    @Test func `a delayed effect ends with its action's task`() async {
        let log = EffectLog { [clock] action in
            action == "start" ? Effect.send("done").delay(for: .seconds(1), clock: clock) : .none
        }
        let task = log.send("start")
        task.cancel()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start"])
    }

    @Test func `a sequence continues when a delay in it is cancelled`() async {
        let log = EffectLog { [clock] action in
            switch action {
            case "start":
                .concatenate(
                    Effect.send("never").delay(for: .seconds(1), clock: clock).cancellable(id: 1),
                    .send("next")
                )
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        log.send("stop")
        await task.finish()
        #expect(log.state == ["start", "stop", "next"])
    }

    // MARK: debounce

    @Test func `debounce starts the newest after a pause`() async {
        let log = EffectLog { [clock, found] action in
            action.hasPrefix("found")
                ? .none : found(action).debounce(id: "search", for: .seconds(1), clock: clock)
        }
        var tasks = [log.send("a")]
        clock.advance(by: .milliseconds(900))
        tasks.append(log.send("b"))
        clock.advance(by: .milliseconds(900))
        tasks.append(log.send("c"))
        #expect(log.state == ["a", "b", "c"])
        clock.advance(by: .seconds(1))
        for task in tasks { await task.finish() }
        #expect(log.state == ["a", "b", "c", "found c"])
    }

    @Test func `a newer effect cancels a debounced one that runs, and a newer none does`() async {
        let gate = Gate()
        let log = EffectLog { [clock] action in
            guard action.hasPrefix("search") else { return .none }
            let effect =
                action == "search"
                ? Effect.none
                : .run { send in
                    try? await gate.wait()
                    await send("found")
                }
            return effect.debounce(id: 1, for: .seconds(1), clock: clock)
        }
        let first = log.send("search a")
        clock.advance(by: .seconds(1))
        await gate.arrival()
        let second = log.send("search")
        gate.open()
        await first.finish()
        await second.finish()
        #expect(log.state == ["search a", "search"])
    }

    @Test func `a debounced effect inherits the task-local values of the newest sender`() async {
        let log = EffectLog { [clock] action in
            action.hasPrefix("search")
                ? Effect.run { send in await send(Trace.identifier) }
                    .debounce(id: 1, for: .seconds(1), clock: clock)
                : .none
        }
        Trace.$identifier.withValue("first") { _ = log.send("search") }
        let task = Trace.$identifier.withValue("second") { log.send("search") }
        Trace.$identifier.withValue("advancing") { clock.advance(by: .seconds(1)) }
        await task.finish()
        #expect(log.state == ["search", "search", "second"])
    }

    // MARK: throttle

    @Test(arguments: [true, false])
    func `throttle starts the first at once, and the newest or none when the time is over`(
        latest: Bool
    ) async {
        let log = EffectLog { [clock, found] action in
            action.hasPrefix("found")
                ? .none : found(action).throttle(id: 1, for: .seconds(1), clock: clock, latest: latest)
        }
        await log.send("a").finish()
        #expect(log.state == ["a", "found a"])
        let second = log.send("b")
        let third = log.send("c")
        #expect(log.state == ["a", "found a", "b", "c"])
        clock.advance(by: .seconds(1))
        await second.finish()
        await third.finish()
        #expect(log.state == ["a", "found a", "b", "c"] + (latest ? ["found c"] : []))
    }

    @Test func `the newest of the early ones opens a window of its own`() async {
        let log = EffectLog { [clock, found] action in
            action.hasPrefix("found") ? .none : found(action).throttle(id: 1, for: .seconds(1), clock: clock)
        }
        await log.send("a").finish()
        let second = log.send("b")
        clock.advance(by: .seconds(1))
        await second.finish()
        let third = log.send("c")
        await clock.sleepers(1)
        #expect(log.state == ["a", "found a", "b", "found b", "c"])
        clock.advance(by: .seconds(1))
        await third.finish()
        #expect(log.state == ["a", "found a", "b", "found b", "c", "found c"])
    }

    @Test(arguments: EffectShape.allCases)
    func `every effect can be throttled, and cancelling the identifier ends the time`(
        _ shape: EffectShape
    ) async {
        let log = EffectLog { [clock] action in
            switch action {
            case "start": shape.effect(clock).throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        await log.send("start").finish()
        await log.send("start").finish()
        #expect(log.state == ["start", "done", "start"])
        // The last shape is throttled under an identifier of its own, which opens with the clock.
        log.send("stop")
        clock.advance(by: .seconds(2))
        if shape != .nested { await log.send("start").finish() }
        #expect(
            log.state == ["start", "done", "start", "stop"] + (shape != .nested ? ["start", "done"] : [])
        )
    }
}
