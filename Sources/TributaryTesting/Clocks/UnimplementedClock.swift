// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock that no test is expected to reach: sleeping on it is a failure, and so is asking for the time.
///
/// It is what a dependency on a clock should be while `isTesting`, so that a test which needs time says so.
/// It goes on like an `ImmediateClock`. However often it is reached within one call of the test, that is one failure.
public final class UnimplementedClock: Clock, Sendable {
    /// A moment of the clock: the same as a `TestClock` has.
    public typealias Instant = TestClock.Instant

    private let name: String
    private let site: CallSite
    private let base = ImmediateClock()

    /// The calls of the test at which it has complained.
    private let told = Mutex<Set<String>>([])

    /// Makes a clock that complains at the call of the test that is running, or here, where there is none.
    ///
    /// - Parameters:
    ///   - name: What the failure calls the clock.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public init(
        _ name: String = "a clock",
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.name = name
        site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// The moment that the clock shows; asking is a failure.
    public var now: Instant {
        complain()
        return base.now
    }

    /// The smallest step: none is too small.
    public var minimumResolution: Duration { .zero }

    /// Fails the test, and goes on at once.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        complain()
        try await base.sleep(until: deadline)
    }

    private func complain() {
        let scheduler = EffectScheduler.current
        let call = scheduler?.site ?? site
        guard told.withLock({ $0.insert("\(call)").inserted }) else { return }
        let effect = scheduler?.runningEffect.map { " by the effect \($0)" } ?? ""
        call.fail(
            """
            \(name.capitalizingFirst) was used\(effect), which this test does not provide (it is an UnimplementedClock, \
            made at \(site)). Give the store a TestClock, or an ImmediateClock where time does not matter.
            """
        )
    }
}
