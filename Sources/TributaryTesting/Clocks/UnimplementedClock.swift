// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock that no test is expected to use: sleeping on it is a failure, and so is reading the time.
///
/// Use it as the default of a dependency on a clock while `isTesting`, so that a test which needs time must set one.
/// It continues like an `ImmediateClock`. It fails once for each call of the test, however often it is used during
/// that call.
public final class UnimplementedClock: Clock, Sendable {
    /// A moment of the clock, of the type that a `TestClock` has.
    public typealias Instant = TestClock.Instant

    private let name: String
    private let site: CallSite
    private let base = ImmediateClock()

    /// The calls of the test at which it has failed.
    private let told = Mutex<Set<String>>([])

    /// Makes a clock that fails at the running call of the test, or here if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the clock in the failure.
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

    /// The moment that the clock shows; reading it is a failure.
    public var now: Instant {
        report()
        return base.now
    }

    /// The smallest step, which is zero.
    public var minimumResolution: Duration { .zero }

    /// Fails the test, and continues at once.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        report()
        try await base.sleep(until: deadline)
    }

    private func report() {
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
