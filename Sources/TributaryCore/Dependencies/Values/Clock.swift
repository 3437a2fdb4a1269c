// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The clock by which effects wait, such as those that are delayed or debounced; by default the continuous clock.
    ///
    /// An effect that names another clock uses that one. In a test, the default fails the test, and its `sleep` throws at once, so
    /// delayed effects are dropped.
    public var clock: any Clock<Duration> & Sendable {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }

    /// The clock for an effect that names none.
    ///
    /// - Parameter site: The line of the program that uses the clock, for diagnostics.
    /// - Returns: The clock; one that is missing reports that site.
    func clock(at site: SourceSite) -> any Clock<Duration> {
        tellsWhoAsks ? read(\.clock, at: site) : clock
    }
}

private enum ClockKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> any Clock<Duration> & Sendable {
        dependencies.isTesting ? MissingClock() : ContinuousClock()
    }
}

/// A clock that fails the test when it is used: its time never advances, and `sleep` throws.
///
/// Code that tries to wait gets an `UnimplementedError`, so that a loop that waits ends instead of spinning.
struct MissingClock: Clock, UseReporting {
    var endpoint: UnimplementedEndpoint?
    private let start = ContinuousClock.now

    init() {
        endpoint = UnimplementedEndpoint(
            "Dependencies.clock",
            remedy: """
                Give the store one: `dependencies: { $0.clock = TestClock() }`, or an `ImmediateClock` where time does \
                not matter.
                """
        )
    }

    /// The time at which the clock was made; reported.
    var now: ContinuousClock.Instant {
        endpoint?.report()
        return start
    }

    /// The smallest difference, which is zero.
    var minimumResolution: Duration { .zero }

    /// Throws.
    ///
    /// The deadline was computed from a time whose use was reported.
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        throw UnimplementedError(name: "Dependencies.clock")
    }
}

extension Clock where Duration == Swift.Duration {
    /// Ticks at regular times, until the task is cancelled.
    ///
    /// ```swift
    /// .run { send in
    ///     for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
    /// }
    /// ```
    /// The first tick comes one interval after the loop began, and the others at multiples of it, however long the loop's body
    /// takes. Ticks during the body are skipped. A clock whose `sleep` throws, such as one that a test has not set, gives no ticks.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks. An interval that is not positive is a diagnostic, and gives no ticks.
    ///   - tolerance: The longest delay of a tick.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    /// - Returns: The ticks; each loop over them counts for itself.
    public func ticks(
        every interval: Duration,
        tolerance: Duration? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> some AsyncSequence<Void, Never> & Sendable where Self: Sendable {
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
        return ClockTicks {
            var last: Instant?
            return { (actor: isolated (any Actor)?) in
                let now = self.now
                let next = self.tick(after: last ?? now, at: now, every: interval)
                last = next
                try await self.sleep(until: next, tolerance: tolerance)
            }
        }
    }

    /// The first tick after another one that is still in the future.
    private func tick(after last: Instant, at now: Instant, every interval: Duration) -> Instant {
        let next = last.advanced(by: interval)
        guard next < now else { return next }
        // In whole numbers, because rounding must not skip a tick.
        let (late, step) = (last.duration(to: now).attoseconds, interval.attoseconds)
        return last.advanced(by: Duration(attoseconds: (late + step - 1) / step * step))
    }
}

/// The ticks of a clock; see `Clock.ticks(every:)`.
private struct ClockTicks: AsyncSequence, Sendable {
    /// Waits for the next tick of a loop.
    typealias Wait = (isolated (any Actor)?) async throws -> Void

    let begin: @Sendable () -> Wait?

    func makeAsyncIterator() -> Iterator { Iterator(wait: begin()) }

    /// Counts the ticks of one loop.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var wait: Wait?

        mutating func next() async -> Void? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
            do {
                return try await wait?(actor)
            } catch {
                wait = nil
                return nil
            }
        }
    }
}
