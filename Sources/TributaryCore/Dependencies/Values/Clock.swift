// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The clock by which effects wait, such as those that are delayed or debounced; by default the continuous clock.
    ///
    /// An effect that names another clock waits by that one. In a test, the default fails the test, and waiting by it
    /// throws at once: what is delayed is dropped.
    public var clock: any Clock<Duration> & Sendable {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }

    /// The clock for an effect that names none.
    ///
    /// - Parameter site: Where the program asked for the time, for diagnostics.
    /// - Returns: The clock; one that is missing reports that site.
    func clock(at site: SourceSite) -> any Clock<Duration> {
        guard tellsWhoAsks else { return clock }
        let clock = Self.$asking.withValue(site) { self.clock }
        return ((clock as? any UseReporting)?.read(at: site) as? any Clock<Duration>) ?? clock
    }
}

private enum ClockKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> any Clock<Duration> & Sendable {
        dependencies.isTesting ? MissingClock() : ContinuousClock()
    }
}

/// A clock that fails the test whenever it is used: its time stands still, and nothing can wait by it.
///
/// Code that tries to wait gets an `UnimplementedError`, so that a loop that waits ends instead of spinning.
package struct MissingClock: Clock {
    private var endpoint: UnimplementedEndpoint

    /// A clock with a name for its diagnostic.
    package init(_ name: String = "Dependencies.clock") {
        endpoint = UnimplementedEndpoint(
            name,
            remedy: """
                Give the store one: `dependencies: { $0.clock = TestClock() }`, or an `ImmediateClock` where time does \
                not matter.
                """
        )
    }

    /// The beginning of time; reported.
    package var now: Instant {
        endpoint.report()
        return Instant(offset: .zero)
    }

    /// The smallest difference, which is zero.
    package var minimumResolution: Duration { .zero }

    /// Throws.
    ///
    /// The deadline was computed from a time whose use was reported.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw endpoint.error }

    /// A time of the clock.
    package struct Instant: InstantProtocol {
        let offset: Duration

        /// The time this much later.
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How much later the other time is.
        package func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the first time is earlier.
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
}

extension MissingClock: UseReporting {
    /// The same clock, read through a property.
    package func read(at site: SourceSite) -> MissingClock {
        var clock = self
        clock.endpoint.site = site
        return clock
    }
}
