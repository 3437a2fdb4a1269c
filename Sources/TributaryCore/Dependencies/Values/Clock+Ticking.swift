// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Clock where Duration == Swift.Duration {
    /// Ticks at regular times, until the task is cancelled.
    ///
    /// ```swift
    /// .run { send in
    ///     for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
    /// }
    /// ```
    /// The first tick comes one interval after the loop began, and the others at multiples of it from there, however
    /// long the loop's body takes. Ticks that come while the body runs are left out. A clock by which nothing can wait,
    /// such as one that a test has not set, gives none.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks. One that is not positive is a diagnostic, and gives none.
    ///   - tolerance: How much later than at its time a tick may come.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    /// - Returns: The ticks; each loop over them counts for itself.
    public func ticks(
        every interval: Duration,
        tolerance: Duration? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ClockTicks where Self: Sendable {
        guard interval > .zero else {
            DiagnosticReporter.current.report(
                Diagnostic(
                    .tickIntervalNotPositive,
                    message: "A clock was asked to tick every \(interval); it does not tick.",
                    remedy: "Pass an interval that is longer than zero.",
                    site: SourceSite(fileID: fileID, line: line)
                )
            )
            return ClockTicks { nil }
        }
        return ClockTicks { TicksOfClock(self, interval: interval, tolerance: tolerance) }
    }
}

/// The ticks of a clock; see `Clock.ticks(every:)`.
public struct ClockTicks: AsyncSequence, Sendable {
    private let begin: @Sendable () -> Ticking?

    fileprivate init(begin: @escaping @Sendable () -> Ticking?) { self.begin = begin }

    /// Makes what counts the ticks of one loop.
    public func makeAsyncIterator() -> Iterator { Iterator(ticking: begin()) }

    /// Counts the ticks of one loop.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var ticking: Ticking?

        /// Waits for the next tick; `nil` when the task is cancelled.
        public mutating func next() async -> Void? { await next(isolation: nil) }

        /// Waits for the next tick; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
            do {
                try await ticking?.wait(isolation: actor)
                return ticking.map { _ in () }
            } catch {
                ticking = nil
                return nil
            }
        }
    }
}

/// What waits for ticks, whatever the clock.
private class Ticking {
    func wait(isolation actor: isolated (any Actor)?) async throws {}
}

private final class TicksOfClock<C: Clock & Sendable>: Ticking where C.Duration == Duration {
    private let clock: C
    private let interval: Duration
    private let tolerance: Duration?
    private var last: C.Instant?

    init(_ clock: C, interval: Duration, tolerance: Duration?) {
        self.clock = clock
        self.interval = interval
        self.tolerance = tolerance
    }

    override func wait(isolation actor: isolated (any Actor)?) async throws {
        let now = clock.now
        let next = tick(after: last ?? now, at: now)
        last = next
        try await clock.sleep(until: next, tolerance: tolerance)
    }

    /// The first tick after another one that has not passed by now.
    private func tick(after last: C.Instant, at now: C.Instant) -> C.Instant {
        let next = last.advanced(by: interval)
        guard next < now else { return next }
        // In whole numbers, as a tick must not be left out because of a rounding.
        let (late, step) = (last.duration(to: now).attoseconds, interval.attoseconds)
        return last.advanced(by: Duration(attoseconds: (late + step - 1) / step * step))
    }
}
