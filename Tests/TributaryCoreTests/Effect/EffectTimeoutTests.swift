// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Effects that exceed their time limit, and those that do not.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectTimeoutTests {
    private let clock = ManualClock()
    private let gate = Gate()
}

extension EffectTimeoutTests {
    @Test(arguments: EffectShape.allCases.filter { $0 != .send })
    func `every effect that takes too long is cancelled, and an action is sent`(_ shape: EffectShape) async {
        let log = EffectLog { [clock, gate] action in
            guard action == "start" else { return .none }
            return shape.effect(clock) { try await gate.wait() }
                .timeout(after: .seconds(1), clock: clock, sending: "late")
        }
        let task = log.send("start")
        await gate.arrival()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "late"])
        gate.open()
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test(arguments: EffectShape.allCases)
    func `an effect that ends in time is not affected, and nothing waits for the timeout`(
        _ shape: EffectShape
    ) async {
        let log = EffectLog { [clock] action in
            action == "start"
                ? shape.effect(clock).timeout(after: .seconds(1), clock: clock, sending: "late") : .none
        }
        await log.send("start").finish()
        clock.advance(by: .seconds(1))
        #expect(log.state == ["start", "done"])
    }

    @MainActor
    @Test func `the action of a timeout may be a case none`() async {
        enum Action { case start, none }
        let store = Store(initialState: [Action]()) { [clock, gate] in
            Reduce { (state: inout [Action], action: Action) in
                state.append(action)
                guard action == .start else { return Effect<Action>.none }
                return .run { _ in try await gate.wait() }
                    .timeout(after: .seconds(1), clock: clock, sending: .none)
            }
        }
        let task = store.send(.start)
        await gate.arrival()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(store.state == [.start, .none])
    }

    @Test func `an operation that takes too long sends nothing more, even when it heeds no cancellation`()
        async
    {
        let log = EffectLog { [clock, gate] action in
            guard action == "start" else { return .none }
            return .run { send in
                // Cancellation ends a wait at a gate; not this one.
                await Task { try? await gate.wait() }.value
                await send("never")
            }
            .timeout(after: .seconds(1), clock: clock, sending: "late")
        }
        let task = log.send("start")
        await gate.arrival()
        let late = log.store.observe(\.count) { [gate] count in if count == 2 { gate.open() } }
        clock.advance(by: .seconds(1))
        await task.finish()
        withExtendedLifetime(late) {}
        #expect(log.state == ["start", "late"])
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test func `parts that have not begun are dropped`() async {
        let log = EffectLog { [clock] action in
            guard action == "start" else { return .none }
            return Effect.send("never").delay(for: .seconds(5), clock: clock)
                .timeout(after: .seconds(1), clock: clock, sending: "late")
        }
        let task = log.send("start")
        clock.advance(by: .seconds(1))
        await task.finish()
        clock.advance(by: .seconds(5))
        #expect(log.state == ["start", "late"])
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test func `a sequence continues after a timeout`() async {
        let log = EffectLog { [clock, gate] action in
            guard action == "start" else { return .none }
            return .concatenate(
                .run { _ in try await gate.wait() }
                    .timeout(after: .seconds(1), clock: clock, sending: "late"),
                .send("next")
            )
        }
        let task = log.send("start")
        await gate.arrival()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "late", "next"])
    }

    @Test func `an effect that is cancelled does not time out`() async {
        let log = EffectLog { [clock, gate] action in
            switch action {
            case "start":
                .run { _ in try await gate.wait() }
                    .timeout(after: .seconds(1), clock: clock, sending: "late")
                    .cancellable(id: 1)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        await gate.arrival()
        log.send("stop")
        clock.advance(by: .seconds(1))
        await task.finish()
        let other = log.send("start")
        other.cancel()
        clock.advance(by: .seconds(1))
        await other.finish()
        #expect(log.state == ["start", "stop", "start"])
        #expect(log.recorder.identifiers.isEmpty)
    }
}
