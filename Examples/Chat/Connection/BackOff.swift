// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The delay before the next attempt: longer after each failure, with jitter.
///
/// The jitter spreads the reconnections of all clients after a server has restarted.
package struct BackOff: Hashable, Sendable {
    /// The longest delay after the first failure.
    package let first: Duration
    /// The longest delay of all.
    package let limit: Duration

    package init(first: Duration = .milliseconds(500), limit: Duration = .seconds(30)) {
        self.first = first
        self.limit = limit
    }

    /// The delay after a number of consecutive failures: between half of the doubled value and all of it.
    package func delay(
        after failureCount: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(failureCount - 1, 0), 20)
        let longest = min(first * (1 << doublings), limit)
        return longest * Double.random(in: 0.5...1, using: &generator)
    }
}
