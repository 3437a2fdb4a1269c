// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension TestClock {
    /// Lets time pass, and wakes the sleepers whose deadlines have come.
    ///
    /// At the start, after each deadline and at the end, the effects of test stores run until they come to rest, and
    /// the actions that they send arrive. Receive those actions then.
    ///
    /// - Parameters:
    ///   - duration: How much time; with zero, effects run and nothing else happens.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func advance(
        by duration: Duration = .zero,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await pass(to: now.advanced(by: duration), at: site)
    }

    /// Lets time pass until a moment, as `advance(by:)` does.
    ///
    /// - Parameters:
    ///   - moment: The moment; with one that has passed, effects run and nothing else happens.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func advance(
        to moment: Instant,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await pass(to: moment, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Lets time pass until no task sleeps any more.
    ///
    /// - Parameters:
    ///   - limit: How many deadlines may come; more are a failure, such as those of a timer that never ends.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func run(
        limit: Int = 1_000,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        await settle(at: site)
        for _ in 0..<limit {
            guard let deadline = nextDeadline else { return }
            wake(deadline)
            await settle(at: site)
        }
        guard nextDeadline != nil else { return }
        site.fail(
            "The clock was run to \(now.offset), past \(limit) deadlines, and some tasks still sleep. "
                + "Advance it by a time, or end what repeats."
        )
    }

    /// Waits until at least a number of tasks sleep: for tasks that no test store runs.
    ///
    /// - Parameter count: The number.
    public nonisolated(nonsending) func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.arrivals.append(Arrival(count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private nonisolated(nonsending) func pass(to moment: Instant, at site: CallSite) async {
        await settle(at: site)
        while let deadline = nextDeadline, deadline <= moment {
            wake(deadline)
            await settle(at: site)
        }
        state.withLock { $0.now = max($0.now, moment) }
        await settle(at: site)
    }

    private var nextDeadline: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

    /// Advances to a deadline, and wakes the tasks that sleep until then, in the order in which they began to sleep.
    private func wake(_ deadline: Instant) {
        let due = state.withLock { state in
            state.now = max(state.now, deadline)
            let due = state.sleepers.filter { $0.deadline <= deadline }
            state.sleepers.removeAll { $0.deadline <= deadline }
            return due.sorted { $0.number < $1.number }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    private nonisolated(nonsending) func settle(at site: CallSite) async {
        for entry in state.withLock({ $0.schedulers }) {
            guard let scheduler = entry.scheduler else { continue }
            scheduler.site = site
            await scheduler.settle(.arriving)
        }
    }
}
