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

    @Test func `an operation that takes too long fails, even when it heeds no cancellation`() async {
        let log = EffectLog { [clock, gate] action in
            guard action == "start" else { return .none }
            return .run { send in
                // Cancellation ends a wait at a gate; not this one.
                await Task { try? await gate.wait() }.value
                await send("never")
            } catch: { error, send in
                await send("caught \(error)")
            }
            .timeout(after: .seconds(1), clock: clock)
        }
        let task = log.send("start")
        await gate.arrival()
        let caught = log.store.observe(\.count) { [gate] count in if count == 2 { gate.open() } }
        clock.advance(by: .seconds(1))
        await task.finish()
        withExtendedLifetime(caught) {}
        #expect(log.state == ["start", "caught The effect took longer than 1.0 seconds."])
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test func `a time-out that is not caught is a diagnostic that names the operation`() async {
        let log = EffectLog { [clock, gate] _ in
            .run { _ in try await gate.wait() }.timeout(after: .seconds(1), clock: clock)
        }
        let task = log.send("start")
        await gate.arrival()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.recorder.identifiers == [.uncaughtEffectError])
        #expect(log.recorder.diagnostics.first?.message.contains("took longer than") == true)
    }

    @Test func `a time-out while nothing runs that could fail is a diagnostic that names the time-out`() async
    {
        let line: UInt = #line + 3
        let log = EffectLog { [clock] _ in
            Effect.send("never").delay(for: .seconds(5), clock: clock)
                .timeout(after: .seconds(1), clock: clock)
        }
        let task = log.send("start")
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start"])
        #expect(log.recorder.identifiers == [.uncaughtEffectError])
        #expect(log.recorder.diagnostics.first?.site?.line == line)
    }

    @Test func `a sequence continues after a timeout that was handled`() async {
        let log = EffectLog { [clock, gate] action in
            guard action == "start" else { return .none }
            return .concatenate(
                .run { _ in
                    try await gate.wait()
                } catch: { _, send in
                    await send("caught")
                }
                .timeout(after: .seconds(1), clock: clock),
                .send("next")
            )
        }
        let task = log.send("start")
        await gate.arrival()
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "caught", "next"])
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
