// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A clock that fails the test whenever it is used: its time stands still, and nobody can wait by it.
///
/// Whoever tries to wait gets an `UnimplementedError`, so that a loop that waits ends instead of spinning.
package struct MissingClock: Clock {
    private let clockNow: UnimplementedEndpoint
    private let clockSleep: UnimplementedEndpoint

    /// A clock that says where it was made.
    ///
    /// - Parameters:
    ///   - name: What is not implemented, for the diagnostic.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    package init(_ name: String = "Dependencies.clock", fileID: String = #fileID, line: UInt = #line) {
        let site = SourceSite(fileID: fileID, line: line)
        clockNow = UnimplementedEndpoint("\(name).now", site: site)
        clockSleep = UnimplementedEndpoint("\(name).sleep", site: site)
    }

    /// The beginning of time, after reporting.
    package var now: Instant {
        clockNow.report()
        return Instant(offset: .zero)
    }

    /// The smallest difference, which is none.
    package var minimumResolution: Duration { .zero }

    /// Reports, and throws.
    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        throw clockSleep.failure()
    }

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
