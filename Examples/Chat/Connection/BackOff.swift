// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How long to wait before the next attempt: longer after each failure, and never quite the same.
///
/// When a server comes back, its clients so do not come all at once.
package struct BackOff: Equatable, Sendable {
    /// The longest wait after the first failure.
    package let first: Duration
    /// The longest wait at all.
    package let limit: Duration

    package init(first: Duration = .milliseconds(500), limit: Duration = .seconds(30)) {
        self.first = first
        self.limit = limit
    }

    /// The wait after a number of failures in a row: between half and all of what doubling gives.
    package func delay(
        after failureCount: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(failureCount - 1, 0), 20)
        let longest = min(first * (1 << doublings), limit)
        return longest * Double.random(in: 0.5...1, using: &generator)
    }
}
