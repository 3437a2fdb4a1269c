// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The clock by which effects wait; by default the continuous clock.
    ///
    /// In a test, the default fails the test, and waiting by it throws at once.
    public var clock: any Clock<Duration> & Sendable {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }
}

private enum ClockKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> any Clock<Duration> & Sendable {
        dependencies.isTesting ? MissingClock() : ContinuousClock()
    }
}
