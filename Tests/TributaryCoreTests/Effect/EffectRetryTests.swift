// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Operations that are tried again.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectRetryTests {
    private struct Failure: Error {}

    private let clock = ManualClock()
    private let attempts = Attempts()
}

extension EffectRetryTests {
    /// Counts attempts, of which the first few fail.
    private final class Attempts: Sendable {
        private let count = Mutex(0)

        func next(failing: Int) throws -> Int {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number <= failing { throw Failure() }
            return number
        }

        var number: Int { count.withLock { $0 } }
    }

    private func working(after failing: Int) -> Effect<String> {
        .run { [attempts] send in
            await send("attempt \(try attempts.next(failing: failing))")
        } catch: { _, send in
            await send("failed")
        }
    }

    @Test func `an operation is tried again until it works`() async {
        let log = EffectLog { [clock, working] action in
            action == "start"
                ? working(2).retry(.constant(attempts: 5, delay: .seconds(1)), clock: clock) : .none
        }
        let task = log.send("start")
        await clock.sleepers(1)
        #expect(attempts.number == 1)
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
        #expect(attempts.number == 2)
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(log.state == ["start", "attempt 3"])
    }

    @Test func `the last error goes to catch`() async {
        let log = EffectLog { [working] action in
            action == "start" ? working(9).retry(.constant(attempts: 3)) : .none
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "failed"])
        #expect(attempts.number == 3)
    }

    @Test func `every operation within an effect is tried again, also in a merge and under map`() async {
        let log = EffectLog { [working] action in
            guard action == "start" else { return .none }
            return Effect.merge(.send("first"), .concatenate(working(2).map { $0 }.cancellable(id: 1)))
                .retry(.constant(attempts: 3))
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "first", "attempt 3"])
    }

    @Test func `an inner policy makes up one attempt of the outer one`() async {
        let log = EffectLog { [working] action in
            guard action == "start" else { return .none }
            return Effect.merge(.none, .merge(working(5).retry(.constant(attempts: 2)), .send("x")))
                .retry(.constant(attempts: 3))
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "x", "attempt 6"])
    }

    @Test func `a sequence that fails is made and read again`() async {
        let log = EffectLog { [attempts] action in
            guard action == "start" else { return .none }
            return .stream {
                let number = try attempts.next(failing: 1)
                return AsyncStream { continuation in
                    continuation.yield("attempt \(number)")
                    continuation.finish()
                }
            } _: {
                $0
            }
            .retry(.constant(attempts: 2))
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "attempt 2"])
    }

    @Test func `cancelling ends the wait for the next attempt`() async {
        let log = EffectLog { [clock, working] action in
            switch action {
            case "start":
                working(9).retry(.constant(attempts: 3, delay: .seconds(1)), clock: clock).cancellable(id: 1)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        await clock.sleepers(1)
        log.send("stop")
        await task.finish()
        #expect(clock.sleepers == 0)
        #expect(attempts.number == 1)
        #expect(log.state == ["start", "stop"])
    }

    @Test func `fewer than one attempt is a diagnostic, and one attempt`() async {
        let log = EffectLog { [working] action in
            action == "start" ? working(0).retry(.constant(attempts: 0)) : .none
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "attempt 1"])
        #expect(log.recorder.identifiers == [.effectLimitBelowOne])
    }

    @Test func `an operation that fails because it was cancelled is not tried again, whatever its error`()
        async
    {
        let gate = Gate()
        let log = EffectLog { [attempts] action in
            guard action == "start" else { return .cancel(id: 1) }
            return .run { _ in
                try? await gate.wait()
                _ = try attempts.next(failing: 9)
            }
            .retry(.constant(attempts: 3))
            .cancellable(id: 1)
        }
        let task = log.send("start")
        await gate.arrival()
        log.send("stop")
        await task.finish()
        #expect(attempts.number == 1)
    }
}
