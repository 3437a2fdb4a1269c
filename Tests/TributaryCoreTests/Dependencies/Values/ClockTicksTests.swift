// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Ticks by a clock that a test moves; those by a `TestClock` are tested with it.
@Suite("A clock ticks", .timeLimit(.minutes(30)))
struct ClockTicksTests {}

extension ClockTicksTests {
    /// A clock that jumps to each deadline, and from there by the simulated duration of the loop's body.
    private final class JumpingClock: Clock, @unchecked Sendable {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        // Used by one task only.
        var now = Instant(offset: .seconds(100))
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
            now = max(now, deadline)
        }
    }

    /// The times of the first ticks, when the loop's body takes some time after each.
    private func times(every interval: Duration, bodies: [Duration]) async -> [Duration] {
        let clock = JumpingClock()
        var bodies = bodies[...]
        var times: [Duration] = []
        for await _ in clock.ticks(every: interval) {
            times.append(clock.now.offset - .seconds(100))
            guard let body = bodies.popFirst() else { break }
            clock.now = clock.now.advanced(by: body)
        }
        return times
    }

    @Test func `at multiples of the interval, however long the body takes`() async {
        let ticks = await times(
            every: .seconds(1),
            bodies: [.zero, .milliseconds(300), .milliseconds(999), .zero]
        )
        #expect(ticks == (1...5).map { .seconds($0) })
    }

    @Test func `and skips ticks while the body runs, but not one as it ends`() async {
        let ticks = await times(
            every: .milliseconds(100),
            bodies: [.milliseconds(250), .milliseconds(300), .zero]
        )
        #expect(ticks == [100, 400, 700, 800].map { .milliseconds($0) })
    }

    @Test func `without losing a tick to rounding, however short the interval`() async {
        let ticks = await times(every: Duration(attoseconds: 3), bodies: [.seconds(1_000_000_000), .zero])
        #expect(ticks.count == 3)
        #expect(ticks[1].attoseconds % 3 == 0)
        #expect(ticks[1].attoseconds - 3 >= Duration.seconds(1_000_000_000).attoseconds)
        #expect(ticks[1].attoseconds - 3 < Duration.seconds(1_000_000_000).attoseconds + 3)
        #expect(ticks[2] - ticks[1] == Duration(attoseconds: 3))
    }

    @Test func `until the task is cancelled`() async {
        let clock = JumpingClock()
        let count = await Task {
            var count = 0
            for await _ in clock.ticks(every: .seconds(1)) {
                count += 1
                if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }.value
        #expect(count == 3)
    }

    @Test func `and once it has ended, stays so`() async {
        let clock = JumpingClock()
        var ticks = clock.ticks(every: .seconds(1)).makeAsyncIterator()
        #expect(await ticks.next(isolation: nil) != nil)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var ended = clock.ticks(every: .seconds(1)).makeAsyncIterator()
            #expect(await ended.next(isolation: nil) == nil)
        }.value
        #expect(await ticks.next(isolation: nil) != nil)
    }

    @Test func `by a clock of an unknown type, separately for each loop`() async {
        let clock = JumpingClock()
        let any: any Clock<Duration> & Sendable = clock
        let ticks = any.ticks(every: .seconds(2), tolerance: .seconds(1))
        for await _ in ticks { break }
        for await _ in ticks { break }
        #expect(clock.now.offset == .seconds(104))
    }

    @Test(
        "never at an interval that is not positive, which is reported",
        arguments: [Duration.zero, .seconds(-1)]
    )
    func notPositive(interval: Duration) async {
        let recorder = DiagnosticRecorder()
        let clock = JumpingClock()
        await DiagnosticReporter.$current.withValue(recorder.reporter) {
            for await _ in clock.ticks(every: interval) { Issue.record("It ticks.") }
        }
        #expect(recorder.identifiers == [.tickIntervalNotPositive])
        #expect(recorder.diagnostics.first?.message.contains("\(interval)") == true)
        #expect(recorder.diagnostics.first?.site?.fileID.hasSuffix("ClockTicksTests.swift") == true)
    }

    @Test func `never by a clock that a test has not set, which reports that it was used`() async {
        let recorder = DiagnosticRecorder()
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.diagnosticReporter = recorder.reporter
        for await _ in dependencies.clock.ticks(every: .seconds(1)) { Issue.record("It ticks.") }
        #expect(recorder.identifiers == [.unimplementedDependency])
    }
}
