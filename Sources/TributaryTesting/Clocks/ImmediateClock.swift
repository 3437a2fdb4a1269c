// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock on which nobody waits: sleeping takes no time, but moves the clock on.
///
/// For work that sleeps now and then. Something that repeats, such as a timer, never rests on it: the test
/// store says so after 100,000 steps. Use a `TestClock` there.
public final class ImmediateClock: Clock, Sendable {
    /// A moment of the clock: the same as a `TestClock` has.
    public typealias Instant = TestClock.Instant

    private let state: Mutex<Instant>

    /// A clock that shows a moment; by default the start.
    public init(now: Instant = Instant()) { state = Mutex(now) }

    /// The moment that the clock shows: the latest that anybody slept until.
    public var now: Instant { state.withLock { $0 } }

    /// The smallest step: none is too small.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock to a moment, unless it has passed, and lets others go on.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        state.withLock { $0 = max($0, deadline) }
        // Not for time to pass, but so that whoever chooses the order of effects can choose here, too.
        await Task.yield()
        try Task.checkCancellation()
    }
}
