// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A clock that the test controls: any sleeping task may wake at any moment.
///
/// `check` sets it as the clock of the dependencies, and wakes those that sleep in any order. With a `TestStore`, call
/// `pass`. A ``TestClock`` wakes them in the order of their deadlines.
public struct CheckClock: Clock {
    /// A moment: the time since the clock was made, which it never shows to have passed.
    public struct Instant: InstantProtocol {
        private let offset: Duration

        init(offset: Duration = .zero) { self.offset = offset }

        /// The moment that comes later by a time.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment comes before the other.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// Makes a clock.
    public init() {}

    /// The moment that it shows, which is always the same.
    public var now: Instant { Instant() }

    /// The smallest step, which is zero.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the check or the test lets the time pass.
    ///
    /// - Parameters:
    ///   - deadline: The moment until which to sleep; it identifies the sleeping task.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard deadline > now else { return }
        let question = Question(
            AnyHashable(PassingTime(duration: now.duration(to: deadline))),
            [AnyHashable("passes")],
            change: nil
        )
        let _: String = try await question.ask()
    }
}
