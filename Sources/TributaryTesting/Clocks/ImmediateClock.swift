// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock on which nothing waits: sleeping takes no time, but advances the clock.
///
/// Use it for work that sleeps at times. Work that repeats, such as a timer, never stops on it: the test store fails after 100,000
/// steps. Use a `TestClock` there.
public final class ImmediateClock: Clock, Sendable {
    /// A moment of the clock, of the type that a `TestClock` has.
    public typealias Instant = TestClock.Instant

    private let state: Mutex<Instant>

    /// A clock that shows a moment; by default the start.
    public init(now: Instant = Instant()) { state = Mutex(now) }

    /// The moment that the clock shows: the latest deadline of a sleep so far.
    public var now: Instant { state.withLock { $0 } }

    /// The smallest step, which is zero.
    public var minimumResolution: Duration { .zero }

    /// Advances the clock to a moment, unless it has passed, and lets other tasks continue.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        state.withLock { $0 = max($0, deadline) }
        // Not to let time pass, but so that the order of effects can be chosen here, too.
        await Task.yield()
        try Task.checkCancellation()
    }
}
